import { useObservable } from "../api/observable.ts";
import { useServices } from "../services/services.ts";
import { Modal } from "./modal.tsx";
import "./confirm.css";

/** Shows the question that is to be answered; rendered once, at the root. */
export function ConfirmHost() {
  const { confirms } = useServices();
  const question = useObservable(confirms);
  if (question === undefined) return null;
  const refuse = () => confirms.answer(false);
  return (
    <Modal
      className="dialog"
      lang={question.language}
      role="alertdialog"
      aria-labelledby="question-title"
      aria-describedby="question-text"
      onCancel={refuse}
    >
      <h2 id="question-title">{question.title}</h2>
      <p id="question-text">{question.text}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={refuse}>
          {question.cancel}
        </button>
        <button
          type="button"
          className={question.danger ? "button button-danger" : "button button-primary"}
          onClick={() => confirms.answer(true)}
        >
          {question.confirm}
        </button>
      </div>
    </Modal>
  );
}

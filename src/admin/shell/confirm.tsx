import { useEffect } from "react";
import { useObservable } from "../api/observable.ts";
import { useServices } from "../services/services.ts";
import { Modal } from "./modal.tsx";
import "./confirm.css";

/** Shows the question that is to be answered; rendered once, behind log-in. With that ends what was not answered. */
export function ConfirmHost() {
  const { confirms } = useServices();
  const question = useObservable(confirms);
  useEffect(() => () => confirms.answer(false), [confirms]);
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
      <div id="question-text">
        <p>{question.text}</p>
        {question.items !== undefined && question.items.length > 0 && (
          <ul>
            {question.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={refuse}>
          {question.cancel}
        </button>
        {question.alternative !== undefined && (
          <button type="button" className="button" onClick={() => confirms.answer("alternative")}>
            {question.alternative}
          </button>
        )}
        {question.confirm !== undefined && (
          <button
            type="button"
            className={question.danger ? "button button-danger" : "button button-primary"}
            onClick={() => confirms.answer(true)}
          >
            {question.confirm}
          </button>
        )}
      </div>
    </Modal>
  );
}

import { useObservable } from "../api/observable.ts";
import type { Question } from "../services/confirm-store.ts";
import { useServices } from "../services/services.ts";
import { Modal } from "./modal.tsx";
import "./confirm.css";

/** Shows the question that is to be answered; rendered once, at the root. */
export function ConfirmHost() {
  const { confirms } = useServices();
  const question = useObservable(confirms);
  return question && <QuestionDialog question={question} answer={confirms.answer} />;
}

interface QuestionDialogProps {
  readonly question: Question;
  readonly answer: (yes: boolean) => void;
}

function QuestionDialog({ question, answer }: QuestionDialogProps) {
  return (
    <Modal
      className="dialog"
      lang={question.language}
      role="alertdialog"
      aria-labelledby="question-title"
      aria-describedby="question-text"
      onCancel={() => answer(false)}
    >
      <h2 id="question-title">{question.title}</h2>
      <p id="question-text">{question.text}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => answer(false)}>
          {question.cancel}
        </button>
        <button
          type="button"
          className={question.danger ? "button button-danger" : "button button-primary"}
          onClick={() => answer(true)}
        >
          {question.confirm}
        </button>
      </div>
    </Modal>
  );
}

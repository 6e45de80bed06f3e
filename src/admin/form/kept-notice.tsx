import { useForm } from "./form-context.ts";
import { FormNotice } from "./form-notice.tsx";

/** What was typed before the session ended is in the form again, not saved. */
export function KeptNotice({ onDrop }: { readonly onDrop: () => void }) {
  const { say } = useForm();
  return (
    <FormNotice>
      <p>{say("form.kept")}</p>
      <button type="button" className="button" onClick={onDrop}>
        {say("form.keptDrop")}
      </button>
    </FormNotice>
  );
}

import type { OpenEntity } from "../../../wire/views.ts";
import type { Say } from "../../messages/say.ts";
import { Ago } from "../../shell/record-parts.tsx";
import { useDeletion } from "./use-deletion.ts";

interface DeletionNoticeProps {
  readonly open: OpenEntity;
  readonly id: string;
  readonly say: Say;
  readonly onRestored: () => void;
}

/** Who has deleted the record of an open form, and when; restores it, after which the form goes on. Nothing for who may not know. */
export default function DeletionNotice({ open, id, say, onRestored }: DeletionNoticeProps) {
  const { deletion, restore } = useDeletion(open, id, say, (isRestored) => isRestored && onRestored());
  if (deletion === undefined) return null;
  return (
    <>
      <p>
        {deletion.by ?? say("history.system")} · <Ago moment={deletion.at} language={open.entity.language} />
      </p>
      {deletion.undoable === true && (
        <button type="button" className="button" onClick={restore}>
          {say("form.goneRestore")}
        </button>
      )}
    </>
  );
}

import type { Field } from "../../../model/entity.ts";
import type { MessageName } from "../../../model/message-keys.ts";
import type { MessageValues } from "../../../record/messages.ts";
import { fieldsOn, segmentsOf } from "../../../record/path.ts";
import { KindIcon } from "../../shell/glyphs.tsx";
import type { PartError } from "../state/field-views.ts";
import { partErrorsId } from "./field-ids.ts";

interface PartErrorsProps {
  readonly path: string;
  readonly field: Field;
  readonly parts: readonly PartError[];
  readonly say: SayPart;
}

type SayPart = (key: MessageName, values?: MessageValues) => string;

/** The errors of parts of a value below its field, each with what its part is called. */
export function PartErrors({ path, field, parts, say }: PartErrorsProps) {
  if (parts.length === 0) return null;
  return (
    <ul id={partErrorsId(path)} className="form-field-parts">
      {parts.map(({ path: pointer, message }) => {
        const part = partName(field, pointer, say);
        return (
          <li key={pointer} className="form-field-error">
            <KindIcon kind="error" />
            <span>{part === "" ? message : say("form.partError", { part, message })}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Numbers of items and labels of fields on the way to a part, as far as the config knows them. */
function partName(field: Field, pointer: string, say: SayPart): string {
  const segments = segmentsOf(pointer);
  const [, ...parts] = fieldsOn([field], [field.name, ...segments]);
  return parts
    .map((part, index) =>
      part.list === undefined
        ? part.field.label
        : say("form.partAt", { number: Number(segments[index]) + 1 }),
    )
    .join(" · ");
}

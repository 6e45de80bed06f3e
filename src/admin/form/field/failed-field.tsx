import { type FocusEventHandler, useSyncExternalStore } from "react";
import type { Field } from "../../../model/entity.ts";
import type { MessageName } from "../../../model/message-keys.ts";
import type { Json } from "../../../model/record.ts";
import { useBlame } from "../../api/use-blame.ts";
import type { Say } from "../../messages/say.ts";
import { blameFor } from "../../problem/blame-words.ts";
import { LoadFailure } from "../../services/code-loader.ts";
import type { Dropped, Fault } from "../state/fault.ts";
import { isWrong, type Leaf } from "../state/field-views.ts";
import { isBlank, isSameValue } from "../state/paths.ts";
import { SetAsideNotice } from "./failed-field-notice.tsx";
import { errorId, fieldId, partErrorsId } from "./field-ids.ts";
import { useForm, useLeafView } from "./form-context.ts";
import { valueText } from "./value-text.ts";

interface SetAsideProps {
  readonly leaf: Leaf;
  readonly fault: Fault;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

/** A field that is set aside: says so in place of its widget, and tries that again. */
export function SetAside({ leaf, fault, onFocus, onBlur }: SetAsideProps) {
  const { path, field } = leaf;
  const { entity, machine, store, say, blames, host, readOnly } = useForm();
  const { reason, error, goesOn, dropped } = fault;
  const name = field.widget?.name ?? "";
  const view = useLeafView(path);
  const isWaiting = useSyncExternalStore(store.subscribe, () => store.isWaiting(path));
  const isDirty = useSyncExternalStore(store.subscribe, store.isDirty);
  // Code that does not come is the fault of neither.
  const isBlamed = reason !== "chunk";
  const option = error?.kind === "option" ? { option: error.option } : {};
  const blame = useBlame(
    blames,
    isBlamed ? { entity: entity.id, kind: "widget", field: path, ...option } : undefined,
  );
  const offersReload = error instanceof LoadFailure && error.times > 1;
  const isNew = host(leaf).recordId === undefined;
  const blocks = isWrong(view) || (view.required && isBlank(view.value));
  const told = [
    ...(view.error === undefined ? [] : [errorId(path)]),
    ...(view.parts.length === 0 ? [] : [partErrorsId(path)]),
  ];
  const describedBy = told.length === 0 ? undefined : told.join(" ");

  function outlook(): readonly string[] {
    const said = [say(isNew ? "form.asideBegan" : "form.asideKept")];
    if (readOnly) return said;
    if (isWaiting) said.push(say("form.asideWaits"));
    const lost = dropped === undefined ? "" : droppedText(field, dropped, say);
    if (lost !== "") said.push(say("form.asideDropped", { value: lost }));
    said.push(say(blocks ? "form.asideBlocks" : "form.asideRest"));
    if (offersReload) said.push(say(isDirty ? "form.reloadLoses" : "form.reloadHelps"));
    return said;
  }

  function retry() {
    machine.plugins.forget("widget", name);
    store.takeBack(path, goesOn ? "asItIs" : "anew");
  }

  const action = (key: MessageName, run: () => void) => (
    <button
      type="button"
      className="button"
      // More than one field may have one.
      aria-label={`${say(key)} ${field.label}`}
      aria-describedby={describedBy}
      onClick={run}
    >
      {say(key)}
    </button>
  );
  return (
    <SetAsideNotice
      id={fieldId(path)}
      label={field.label}
      reason={reason}
      say={say}
      outlook={outlook()}
      verdict={isBlamed ? blameFor(error, name, blame, say) : undefined}
      describedBy={describedBy}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {action("form.widgetRetry", retry)}
      {isWaiting &&
        action(isNew ? "form.asideDiscard" : "form.asideStored", () => store.takeBack(path, "stored"))}
      {offersReload && !isDirty && action("form.reloadPage", reload)}
    </SetAsideNotice>
  );
}

const reload = () => window.location.reload();

/** What the field would have come to and does not hold without the work; "" where that is nothing a person can read. */
export function droppedText(field: Field, { standIn, value }: Dropped, say: Say): string {
  const kept: readonly Json[] = Array.isArray(value) ? value : [];
  const lost: Json = Array.isArray(standIn)
    ? standIn.filter((item: Json) => !kept.some((one) => isSameValue(one, item)))
    : standIn;
  const text = valueText(field, lost, say);
  return text === valueText(field, value, say) ? "" : text;
}

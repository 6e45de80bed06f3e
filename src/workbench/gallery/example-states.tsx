import { useMemo } from "react";
import { MessagesContext } from "../../admin/messages/use-message.ts";
import { ServicesContext } from "../../admin/services/services.ts";
import { ConfirmHost } from "../../admin/shell/confirm.tsx";
import { ToastRegion } from "../../admin/shell/toast.tsx";
import { formServices } from "../harness/form-services.ts";
import { CellStates } from "./cell-states.tsx";
import { useGallery } from "./gallery-parts.ts";
import type { StatesProps } from "./use-shown.ts";
import { WidgetStates } from "./widget-states.tsx";

/** One example in every state, with what the page of a form has around it: messages, toasts, questions. */
export function ExampleStates(props: StatesProps) {
  const { messages } = useGallery();
  const { example, view } = props.shown;
  const services = useMemo(() => formServices({ store: (record) => record }), []);
  const tables = useMemo(() => ({ language: view.language, messages }), [view.language, messages]);
  const States = props.plugin.manifest.kind === "cell" ? CellStates : WidgetStates;
  return (
    <ServicesContext value={services}>
      <MessagesContext value={tables}>
        <div className="gallery-boxes">
          <States key={`${example.title} ${view.language}`} {...props} />
        </div>
        <ToastRegion />
        <ConfirmHost />
      </MessagesContext>
    </ServicesContext>
  );
}

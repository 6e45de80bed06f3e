import { useMemo } from "react";
import { MessagesContext } from "../../admin/messages/use-message.ts";
import { ServicesContext } from "../../admin/services/services.ts";
import { ConfirmHost } from "../../admin/shell/confirm.tsx";
import { ToastRegion } from "../../admin/shell/toast.tsx";
import { CellStates } from "./cell-states.tsx";
import { type GalleryPlugin, useGallery } from "./gallery-parts.ts";
import { galleryServices } from "./gallery-services.ts";
import type { StatesProps } from "./use-tried.ts";
import { WidgetStates } from "./widget-states.tsx";

interface ExampleStatesProps extends StatesProps {
  readonly plugin: GalleryPlugin;
}

/** One example in every state, with what the page of a form has around it: sentences, toasts, questions. */
export function ExampleStates({ plugin, ...props }: ExampleStatesProps) {
  const { messages } = useGallery();
  const { language } = props.tried;
  const services = useMemo(() => galleryServices(plugin), [plugin]);
  const tables = useMemo(() => ({ language, messages }), [language, messages]);
  const States = props.manifest.kind === "cell" ? CellStates : WidgetStates;
  return (
    <ServicesContext value={services}>
      <MessagesContext value={tables}>
        <div className="gallery-boxes">
          <States key={`${props.example.title} ${language}`} {...props} />
        </div>
        <ToastRegion />
        <ConfirmHost />
      </MessagesContext>
    </ServicesContext>
  );
}

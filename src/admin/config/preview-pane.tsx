import { useCallback, useMemo } from "react";
import { useApp } from "../app-context.tsx";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services.ts";
import type { ConfigState } from "./config-state.ts";
import type { ConfigStore } from "./config-store.ts";
import { Preview, type PreviewScreen } from "./preview.tsx";
import { previewClient } from "./preview-client.ts";
import { useDraftView } from "./use-draft-view.ts";

interface PreviewPaneProps {
  readonly store: ConfigStore;
  readonly state: ConfigState;
  readonly entity: string;
  readonly screen: PreviewScreen;
  readonly onScreen: (screen: PreviewScreen) => void;
}

/** The entity's real screens as the edits would make them; with problems, as they were when there were none. */
export function PreviewPane({ store, state, entity, screen, onScreen }: PreviewPaneProps) {
  const say = useMessage();
  const app = useApp();
  const services = useServices();
  const { token } = state;
  const refusal = say("config.previewOnly");
  const onGone = useCallback(() => store.askAgain(), [store]);
  const client = useMemo(
    () => previewClient({ client: services.client, token, refusal, onGone }),
    [services.client, token, refusal, onGone],
  );
  const draft = useDraftView(client, token !== undefined, app.view);
  const open = draft.view.entities.find((one) => one.access === "full" && one.entity.id === entity);
  const isOld = state.answer?.token === null;
  return (
    <>
      <p className={isOld ? "config-preview-note config-preview-old" : "config-preview-note"} role="status">
        {say(isOld ? "config.previewOld" : "config.previewOnly")}
      </p>
      {open === undefined ? (
        <p className="config-quiet">{say("config.previewNone")}</p>
      ) : (
        <Preview
          draft={draft}
          app={app}
          services={services}
          entity={entity}
          screen={screen}
          onScreen={onScreen}
        />
      )}
    </>
  );
}

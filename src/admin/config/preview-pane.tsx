import { useCallback, useEffect, useMemo, useState } from "react";
import { DRAFT_HEADER } from "../../wire/config-editing.ts";
import { PATHS } from "../../wire/paths.ts";
import type { AppView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { ApiFailure } from "../api/failure.ts";
import { keepSameApp } from "../api/keep-same.ts";
import { isAppView } from "../api/read-answer.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import type { ConfigState } from "./config-state.ts";
import type { ConfigStore } from "./config-store.ts";
import { type DraftView, Preview, type PreviewScreen, type Screens } from "./preview.tsx";

interface PreviewPaneProps {
  readonly Screens: Screens;
  readonly store: ConfigStore;
  readonly state: ConfigState;
  readonly entity: string;
  readonly screen: PreviewScreen;
  readonly onScreen: (screen: PreviewScreen) => void;
}

/** The entity's real screens as the edits would make them; with problems, as they were when there were none. */
export function PreviewPane({ Screens, store, state, entity, screen, onScreen }: PreviewPaneProps) {
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
          Screens={Screens}
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

interface PreviewClientParts {
  readonly client: Client;
  /** The draft that is looked at; undefined: what is served. */
  readonly token: string | undefined;
  /** Why nothing can be stored. */
  readonly refusal: string;
  /** The server does not keep the draft any more. */
  readonly onGone: () => void;
}

/** The gate of the preview: reads as the draft would be, writes nothing at all. */
export function previewClient({ client, token, refusal, onGone }: PreviewClientParts): Client {
  const refuse = () => Promise.reject(new ApiFailure("answer", refusal));
  return {
    async request(method, path, options = {}) {
      if (method !== "GET") return refuse();
      const headers = token === undefined ? {} : { [DRAFT_HEADER]: token };
      try {
        return await client.request("GET", path, { ...options, headers });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === "DRAFT_GONE") onGone();
        throw error;
      }
    },
    upload: refuse,
    loadModule: (path) => client.loadModule(path),
  };
}

/**
 * The view that a client's server answers; the one before while it is on its way, or fails to come. Parts that say the
 * same stay as they are.
 * @param served is shown until the first one is here
 */
function useDraftView(client: Client, isDraft: boolean, served: AppView): DraftView {
  const [draft, setDraft] = useState<DraftView>();
  useEffect(() => {
    if (!isDraft) return setDraft(undefined);
    let isLatest = true;
    client.request("GET", PATHS.config).then(
      (answer) => {
        if (!isLatest || !isAppView(answer)) return;
        setDraft((before) => ({ view: keepSameApp(before?.view ?? served, answer), client }));
      },
      // The draft is made anew, or the network says itself what is wrong.
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [client, isDraft, served]);
  return isDraft && draft !== undefined ? draft : { view: served, client };
}

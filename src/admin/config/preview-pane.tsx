import { useEffect, useMemo, useRef, useState } from "react";
import { DRAFT_HEADER, PREVIEW_ROLE_HEADER } from "../../wire/config-editing.ts";
import { PATHS } from "../../wire/paths.ts";
import type { AppView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { ApiFailure } from "../api/failure.ts";
import { keepSame } from "../api/keep-same.ts";
import { isAppView } from "../api/read-answer.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import type { ConfigState } from "./config-state.ts";
import type { ConfigStore } from "./config-store.ts";
import { type DraftView, Preview, type PreviewTarget } from "./preview.tsx";
import { screenParts, tileParts } from "./screen-part.ts";

interface PreviewPaneProps extends PreviewTarget {
  readonly store: ConfigStore;
  readonly state: ConfigState;
  readonly onWide: (isWide: boolean) => void;
}

/** The start page, or the entity's real screens, as the edits would make them; while there are problems, as the last edits without any did. */
export function PreviewPane({ store, state, onWide, ...target }: PreviewPaneProps) {
  const say = useMessage();
  const app = useApp();
  const services = useServices();
  const { token } = state;
  const [role, setRole] = useState("");
  const refusal = say("config.previewOnly");
  const own = useMemo(
    () => previewClient({ client: services.client, token, refusal, onGone: store.askAgain }),
    [services.client, token, refusal, store],
  );
  const client = useMemo(
    () =>
      role === ""
        ? own
        : previewClient({ client: services.client, token, role, refusal, onGone: store.askAgain }),
    [own, services.client, token, role, refusal, store],
  );
  const served = useMemo(() => ({ view: app.view, client: own, role: "" }), [app.view, own]);
  const draft = useDraftView(client, role, token !== undefined || role !== "", served);
  const roles = useRoles(draft.view);
  const { home } = draft.view;
  const [entity] = draft.view.entities.flatMap((one) =>
    one.access === "full" && one.entity.id === target.entity ? [one.entity] : [],
  );
  const { screen, isWide, onPart } = target;
  const parts = useMemo(() => {
    if (screen === "home") return tileParts(home);
    return entity === undefined ? [] : screenParts(entity, screen, say("filter.title"));
  }, [entity, home, screen, say]);
  const isShown = entity !== undefined || screen === "home";
  const isOld = state.answer?.token === null;
  return (
    <>
      <div className={isOld ? "config-preview-head config-preview-old" : "config-preview-head"}>
        <p role="status">{say(isOld ? "config.previewOld" : "config.previewOnly")}</p>
        <select
          className="input config-preview-role"
          aria-label={say("config.previewRole")}
          value={role}
          onChange={(event) => setRole(event.target.value)}
        >
          <option value="">{say("config.previewSelf")}</option>
          {roles.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <button type="button" className="button" aria-pressed={isWide} onClick={() => onWide(!isWide)}>
          {say("config.previewWide")}
        </button>
        {isShown && (
          // Pressing a part of the preview does the same; by keyboard and for hidden fields there is this.
          <details key={screen} className="config-parts">
            <summary className="button">{say("config.findPart")}</summary>
            <ul>
              {parts.map((part) => (
                <li key={`${part.column} ${part.inverse} ${part.field}`}>
                  <button type="button" className="button" onClick={() => onPart(part, false)}>
                    {part.label}
                  </button>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {isShown ? (
        <Preview key={draft.role} draft={draft} app={app} services={services} parts={parts} {...target} />
      ) : (
        <p className="config-quiet">{say("config.previewNone")}</p>
      )}
    </>
  );
}

/** The roles of the draft, as it was last read by somebody who edits the config. */
function useRoles({ roles }: AppView): NonNullable<AppView["roles"]> {
  const last = useRef(roles);
  if (roles !== undefined) last.current = roles;
  return last.current ?? [];
}

interface PreviewClientParts {
  readonly client: Client;
  /** The draft that is shown; undefined: what is served. */
  readonly token: string | undefined;
  /** The role as which it is read; without it, as oneself. */
  readonly role?: string;
  /** The message with which every write is refused. */
  readonly refusal: string;
  /** Called when the server has dropped the draft. */
  readonly onGone: () => void;
}

/** Reads through the draft, and refuses every write. */
export function previewClient({ client, token, role = "", refusal, onGone }: PreviewClientParts): Client {
  const refuse = () => Promise.reject(new ApiFailure("answer", refusal));
  const exchange: Client["exchange"] = async (method, path, options = {}) => {
    if (method !== "GET") return refuse();
    const headers = {
      ...(token === undefined ? {} : { [DRAFT_HEADER]: token }),
      ...(role === "" ? {} : { [PREVIEW_ROLE_HEADER]: encodeURIComponent(role) }),
    };
    try {
      return await client.exchange("GET", path, { ...options, headers });
    } catch (error) {
      if (error instanceof ApiFailure && error.code === "DRAFT_GONE") onGone();
      throw error;
    }
  };
  return {
    request: async (...asked) => (await exchange(...asked)).body,
    exchange,
    upload: refuse,
    stream: refuse,
    loadModule: (path) => client.loadModule(path),
  };
}

interface ShownDraft extends DraftView {
  /** The role as which it was read: what was read as another is forgotten. */
  readonly role: string;
}

/** The view of a draft; until it arrives, the one before or `served`. Parts that are the same keep their identity. */
function useDraftView(client: Client, role: string, isDraft: boolean, served: ShownDraft): ShownDraft {
  const { view } = served;
  const [draft, setDraft] = useState<ShownDraft>();
  useEffect(() => {
    if (!isDraft) return setDraft(undefined);
    let isLatest = true;
    client.request("GET", PATHS.config).then(
      (answer) => {
        if (!isLatest || !isAppView(answer)) return;
        setDraft((before) => ({ view: keepSame(before?.view ?? view, answer), client, role }));
      },
      // A dropped draft is made again; any other failure is shown by the screens, which ask too.
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [client, role, isDraft, view]);
  return isDraft && draft !== undefined ? draft : served;
}

import { useEffect, useState } from "react";
import { PATHS } from "../../wire/paths.ts";
import type { AppView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { isAppView } from "../api/read-answer.ts";
import { keepSameApp } from "../follow/keep-same.ts";

/** What can be looked at: a view with the client that answers as it says. */
export interface DraftView {
  readonly view: AppView;
  readonly client: Client;
}

/**
 * The view that a client's server answers; the one before while it is on its way, or fails to come. Parts that say the
 * same stay as they are.
 * @param served is shown until the first one is here
 */
export function useDraftView(client: Client, isDraft: boolean, served: AppView): DraftView {
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

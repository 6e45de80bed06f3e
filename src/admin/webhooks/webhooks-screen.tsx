import "./webhooks.css";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { formatTime } from "../../record/moment.ts";
import type { WebhookState } from "../../wire/webhooks.ts";
import { getWebhooks, tryWebhook } from "../api/webhooks.ts";
import { failureText, type Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { Pending } from "../problem/chunk.tsx";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import { useApp } from "../services/app-context.tsx";
import { useRetryWhenBack } from "../services/connection.ts";
import { useServices } from "../services/services.ts";
import { useToldChanges } from "../services/use-changed-list.ts";
import { useNow } from "../services/use-now.ts";
import { Ago } from "../shell/record-parts.tsx";
import { Screen } from "../shell/screen.tsx";
import { useFailureToast } from "../shell/toast.tsx";

/** /webhooks: who is told of changes, and whether that works. */
export default function WebhooksScreen() {
  const say = useMessage();
  const { states, failure, reload, tryNow } = useWebhooks(say);
  return (
    <Screen name="webhooks" title={say("webhooks.title")}>
      {states === undefined && failure === undefined && <Pending />}
      {failure !== undefined && (
        <ProblemNotice text={failureText(failure, say)} action={{ label: say("list.retry"), run: reload }} />
      )}
      {states !== undefined && (
        <ul className="webhooks-list">
          {states.map((state) => (
            <Webhook key={state.id} state={state} tryNow={() => tryNow(state)} say={say} />
          ))}
        </ul>
      )}
    </Screen>
  );
}

interface WebhookProps {
  readonly state: WebhookState;
  readonly tryNow: () => void;
  readonly say: Say;
}

const KINDS = { create: "history.create", update: "history.update", delete: "history.delete" } as const;

function Webhook({ state, tryNow, say }: WebhookProps) {
  const { entity, host, path, on, allowed, waiting, waitingIsMore, failures, nextTry, last } = state;
  const { view } = useApp();
  const heading = useId();
  const found = view.entities.find((one) => one.access === "full" && one.entity.id === entity);
  const opened = found?.access === "full" ? found.entity : undefined;
  const isTroubled = !allowed || failures > 0;
  return (
    <li>
      <article className="webhook" aria-labelledby={heading} data-troubled={isTroubled || undefined}>
        <h2 id={heading} lang={opened?.language}>
          {opened?.menu.label ?? entity}
        </h2>
        <p className="webhook-address">
          <strong>{host}</strong>
          {path}
        </p>
        {!allowed && <p className="webhook-notice">{say("webhooks.notAllowed")}</p>}
        <dl className="webhook-facts">
          <Fact label={say("webhooks.sends")}>{on.map((kind) => say(KINDS[kind])).join(" · ")}</Fact>
          <Fact label={say("webhooks.waiting")}>
            {waitingIsMore === true ? say("webhooks.atLeast", { count: waiting }) : waiting}
          </Fact>
          <Fact label={say("webhooks.last")}>
            {last === null ? (
              say("webhooks.none")
            ) : (
              <>
                <Ago moment={last.at} language={view.language} />
                {" · "}
                {outcomeOf(last.status, say)}
              </>
            )}
          </Fact>
          {failures > 0 && <Fact label={say("webhooks.failures")}>{failures}</Fact>}
          {nextTry !== null && allowed && (
            <Fact label={say("webhooks.next")}>
              <time dateTime={nextTry}>{formatTime(nextTry, view)}</time>
            </Fact>
          )}
        </dl>
        {waiting > 0 && allowed && (
          <button type="button" className="button" onClick={tryNow}>
            {say("webhooks.try")}
            <span className="unseen">{host + path}</span>
          </button>
        )}
      </article>
    </li>
  );
}

function outcomeOf(status: number | null, say: Say): string {
  if (status === null) return say("webhooks.unanswered");
  return status >= 200 && status < 300 ? say("webhooks.delivered") : say("webhooks.refused", { status });
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How they are doing, asked again whenever something changes, and now and then: what is sent changes no record. */
function useWebhooks(say: Say) {
  const { client, overlays, toasts } = useServices();
  const { view } = useApp();
  const failed = useFailureToast(say, "screen");
  const [states, setStates] = useState<readonly WebhookState[]>();
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const now = useNow();

  const load = useCallback(
    async (ended?: AbortSignal) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      ended?.addEventListener("abort", () => stop.abort(), { once: true });
      try {
        const answered = await getWebhooks(client, stop.signal);
        if (stop.signal.aborted) return;
        setStates(answered);
        setFailure(undefined);
      } catch (error) {
        if (!stop.signal.aborted) setFailure(error);
      }
    },
    [client],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again as time goes by
  useEffect(() => {
    void load();
  }, [load, now]);
  useEffect(() => () => running.current?.abort(), []);
  useToldChanges(() => true, load);
  const reload = useCallback(() => void load(), [load]);
  useRetryWhenBack(failure !== undefined, reload);

  async function tryNow({ id }: WebhookState): Promise<void> {
    toasts.clearCause("screen");
    running.current?.abort();
    try {
      const answered = await overlays.run(
        say("overlay.processing"),
        ({ signal }) => tryWebhook(client, id, signal),
        { cancel: say("overlay.cancel"), language: view.language },
      );
      setStates(answered);
    } catch (error) {
      failed("webhooks.tryFailed", error);
    }
  }
  return { states, failure, reload, tryNow: (state: WebhookState) => void tryNow(state) };
}

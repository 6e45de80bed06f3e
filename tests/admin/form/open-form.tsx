import { createHash } from "node:crypto";
import { act, render, screen } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { type ReactNode, StrictMode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { SWRConfig } from "swr";
import { makeClient } from "../../../src/admin/api/client.ts";
import { keepSame } from "../../../src/admin/api/keep-same.ts";
import { makeSessionStore } from "../../../src/admin/api/session-store.ts";
import { Guard } from "../../../src/admin/app/guard.tsx";
import { AppRouter } from "../../../src/admin/app/router.tsx";
import FormScreen from "../../../src/admin/form/form-screen.tsx";
import { makeSay } from "../../../src/admin/messages/say.ts";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import { type App, AppContext, useApp } from "../../../src/admin/services/app-context.tsx";
import { makeCodeLoader } from "../../../src/admin/services/code-loader.ts";
import { makeConfirmStore } from "../../../src/admin/services/confirm-store.ts";
import { type DraftStore, makeFormDrafts } from "../../../src/admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../../src/admin/services/memory-drafts.ts";
import { makeOverlayStore } from "../../../src/admin/services/overlay-store.ts";
import { makePreferences, PreferencesContext } from "../../../src/admin/services/preferences.ts";
import { makeRenewalStore } from "../../../src/admin/services/renewal-store.ts";
import { type Services, ServicesContext } from "../../../src/admin/services/services.ts";
import { makeToastStore } from "../../../src/admin/services/toast-store.ts";
import { ConfirmHost } from "../../../src/admin/shell/confirm.tsx";
import { LeaveContext, type LeaveSlot } from "../../../src/admin/shell/leave.tsx";
import { OverlayHost } from "../../../src/admin/shell/overlay.tsx";
import { ToastRegion } from "../../../src/admin/shell/toast.tsx";
import type { Config } from "../../../src/model/config.ts";
import type { Json } from "../../../src/model/record.ts";
import type { PluginLoader } from "../../../src/plugin/registry.ts";
import { isObject } from "../../../src/record/json.ts";
import { compileValidator } from "../../../src/server/runtime/compile-validator.ts";
import { IDEMPOTENCY_HEADER } from "../../../src/wire/idempotency-key.ts";
import type { AppView, OpenEntity } from "../../../src/wire/views.ts";
import { allRights } from "../../../src/workbench/harness/all-rights.ts";
import { makeHistory } from "../history.ts";
import { library } from "./library.ts";
import { testWidgets } from "./test-widgets.tsx";

/** A request as the fake server sees it, with its answer still to be given. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, Json>> | undefined;
  /** The version that a change was made from. */
  readonly ifMatch?: string;
  /** The key of all attempts to create a record. */
  readonly key?: string;
}
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** `etag`, `change-id`. */
  readonly headers?: Readonly<Record<string, string>>;
}
export type Serve = (call: Call) => Answer | Promise<Answer>;

export const STORED = {
  _id: "b00000000000000000000001",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-02T00:00:00.000Z",
  updatedBy: "director",
  isProtected: false,
};

/** Answers a GET with the record in its first version, POST and PUT with the record changed. */
export function keeps(record: Readonly<Record<string, Json>> = {}): Serve {
  const stored = { ...STORED, ...record };
  return ({ method, body }) =>
    method === "GET"
      ? { status: 200, body: stored, headers: { etag: '"1"' } }
      : { status: method === "POST" ? 201 : 200, body: { ...stored, ...body } };
}

export interface FormOptions {
  readonly id?: string;
  readonly serve?: Serve;
  readonly config?: Config;
  /** `_id` of the account that is logged in. */
  readonly account?: string;
  /** What is typed is not meant to be kept. */
  readonly forgets?: true;
  /** What the device keeps of what is typed, from one opening to the next. */
  readonly device?: DraftStore;
  readonly now?: () => number;
  /** Fields that this account sees and may not change. */
  readonly fixed?: readonly string[];
  /** Awaited before a validator is there; rejects where it cannot be had. */
  readonly importing?: (path: string) => Promise<void>;
  /** Widgets in place of the stock's and of those that a test does not look at. */
  readonly widgets?: PluginLoader;
}

/** Opens a form of the library among the parts of the app that it works with, the network apart. */
export async function openForm(entityId: string, options: FormOptions = {}) {
  const config = options.config ?? (await library());
  const { view, open, modules } = viewOf(config, entityId, options.fixed);
  let followed = view;
  const calls: Call[] = [];
  let read: unknown;
  const serve = options.serve ?? keeps();
  const storage = new Map<string, string>([
    ["token", "t"],
    [
      "user",
      JSON.stringify({
        _id: options.account ?? "a",
        username: "ann",
        role: "keeper",
        permissions: view.entities.map(permissionOf),
      }),
    ],
  ]);
  const session = makeSessionStore({ storage: storageOf(storage), tabs: new EventTarget() });
  const client = makeClient({
    async fetch(path, init) {
      const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      const headers = new Headers(init.headers);
      const [ifMatch, key] = ["if-match", IDEMPOTENCY_HEADER].map((name) => headers.get(name));
      const seen = { ...(ifMatch == null ? {} : { ifMatch }), ...(key == null ? {} : { key }) };
      const call: Call = { method: init.method ?? "GET", path, body, ...seen };
      calls.push(call);
      const gone = new Promise<never>((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
      const answer = await Promise.race([serve(call), gone]);
      const { status, headers: answered = {} } = answer;
      if (call.method === "GET" && path.endsWith(`/${options.id}`)) read = answer.body;
      const sent = answer.body instanceof Blob ? answer.body : JSON.stringify(answer.body);
      return new Response(sent, { status, headers: answered });
    },
    makeUpload: () => new XMLHttpRequest(),
    async importModule(path) {
      await options.importing?.(path);
      const code = modules.get(path) ?? "";
      return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
    },
    session,
    sentence: makeSay(view.messages.en),
    renew: async () => false,
    onExpired: () => {},
  });
  const local = storageOf(new Map());
  const drafts = makeFormDrafts({
    store: options.device ?? makeMemoryDrafts(),
    session,
    storage: local,
    now: options.now ?? Date.now,
  });
  const services: Services = {
    client,
    session,
    drafts: async () => drafts,
    storage: local,
    toasts: makeToastStore(),
    confirms: makeConfirmStore(),
    overlays: makeOverlayStore(),
    renewals: makeRenewalStore(session),
  };
  const user = session.get()?.user;
  if (user === undefined) throw new Error("no account");
  const plugins = makeCodeLoader(options.widgets ?? testWidgets);
  const first: App = { view, user, locale: "en-GB", plugins };
  let show: (app: App) => void = () => {};
  const form = `/${entityId}/${options.id === undefined ? "create" : `edit/${options.id}`}`;
  const leave: LeaveSlot = { current: undefined, ...(options.forgets && { forgets: true }) };
  const history = makeHistory(form);
  let navigate: (path: string) => void = () => {};
  const rendered = render(
    <StrictMode>
      <SWRConfig value={{ provider: () => new Map() }}>
        <ServicesContext value={services}>
          <Following app={first} onShow={(next) => (show = next)}>
            <LeaveContext value={leave}>
              <AppRouter place={history.place}>
                <Address onNavigate={(go) => (navigate = go)} />
                <Guard>
                  {({ pathname }) =>
                    pathname === form ? <FollowingForm entity={entityId} id={options.id} /> : <h1>List</h1>
                  }
                </Guard>
                <ToastRegion />
                <ConfirmHost />
                <OverlayHost />
              </AppRouter>
            </LeaveContext>
          </Following>
        </ServicesContext>
      </SWRConfig>
    </StrictMode>,
  );
  const person: UserEvent = userEvent.setup();
  return {
    ...rendered,
    person,
    calls,
    services,
    view,
    open,
    /** The server's config changes, as the app follows it: what says the same stays the same object. */
    follow(changed: Config) {
      const next = viewOf(changed, entityId, options.fixed);
      for (const [path, code] of next.modules) modules.set(path, code);
      followed = keepSame(followed, next.view);
      act(() => show({ view: followed, user, locale: "en-GB", plugins }));
    },
    /** Requests that would change something. */
    writes: () => calls.filter(({ method }) => method !== "GET"),
    /** What the first write makes of the record that was read: only what was changed is sent. */
    saved() {
      const [first] = calls.filter(({ method }) => method !== "GET");
      return first && { ...(isObject(read) ? read : {}), ...first.body };
    },
    /** The app's own navigation. */
    router: (path: string) => navigate(path),
    address: () => rendered.getByTestId("address").textContent,
    toasts: () => services.toasts.get().map(({ kind, text }) => `${kind}: ${text}`),
    field: (label: string) =>
      rendered.getByLabelText(label, { selector: "input, textarea, select, [role=radiogroup]" }),
    save: () => person.click(rendered.getByRole("button", { name: "Save" })),
  };
}

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

/** The same once the form can be filled in. */
export async function openLoadedForm(entity: string, options?: FormOptions): Promise<OpenedForm> {
  const form = await openForm(entity, options);
  // A record that cannot be changed has the way back alone.
  await screen.findByRole("button", { name: /^(Save|Back)$/ });
  // What StrictMode rehearses, leaving the form among it, is over too.
  await act(async () => {});
  return form;
}

/** What is behind log-in, of one config after the other. */
function Following({ app, onShow, children }: FollowingProps) {
  const [shown, setShown] = useState(app);
  const [preferences] = useState(() => makePreferences({ account: "" }));
  useEffect(() => {
    onShow(setShown);
  }, [onShow]);
  return (
    <AppContext value={shown}>
      <MessagesContext value={shown.view}>
        <PreferencesContext value={preferences}>{children}</PreferencesContext>
      </MessagesContext>
    </AppContext>
  );
}

interface FollowingProps {
  readonly app: App;
  onShow(show: (app: App) => void): void;
  readonly children: ReactNode;
}

function FollowingForm({ entity, id }: { readonly entity: string; readonly id: string | undefined }) {
  const { view } = useApp();
  const open = openIn(view, entity);
  return <FormScreen entity={open} {...(id === undefined ? {} : { id })} />;
}

function openIn({ entities }: AppView, id: string): OpenEntity {
  const open = entities.find((one): one is OpenEntity => one.access === "full" && one.entity.id === id);
  if (open === undefined) throw new Error(`The config has no ${id}.`);
  return open;
}

function Address({ onNavigate }: { readonly onNavigate: (go: (path: string) => void) => void }) {
  onNavigate(useNavigate());
  return <output data-testid="address">{useLocation().pathname}</output>;
}

const permissionOf = (entity: AppView["entities"][number]) =>
  entity.access === "full" ? entity.entity.permission : "";

/** The config as an account of every permission sees it; validators as the server compiles them. */
function viewOf(config: Config, entityId: string, fixed: readonly string[] = []) {
  const modules = new Map<string, string>();
  const entities = [...config.entities.values()].map((entity): OpenEntity => {
    const { moduleCode } = compileValidator(entity.source.schema.properties);
    const url = `/api/validators/${createHash("sha256").update(moduleCode).digest("hex")}.js`;
    modules.set(url, moduleCode);
    return {
      access: "full",
      entity,
      validator: { url },
      rights: { ...allRights(entity), readOnly: { create: fixed, edit: fixed } },
    };
  });
  const { app, hash, messages } = config;
  const view: AppView = {
    hash,
    title: app.title,
    language: app.language,
    languages: [app.language],
    dateLocale: app.dateLocale,
    timeZone: app.timeZone,
    messages,
    menu: [],
    home: [],
    entities,
    limits: app.limits,
    accounts: { entity: app.accounts.entity },
  };
  return { view, open: openIn(view, entityId), modules };
}

export type OpenedForm = Awaited<ReturnType<typeof openForm>>;

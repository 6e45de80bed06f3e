import { checkConfig } from "../../src/compiler/compile.ts";
import { atOnce } from "../../src/compiler/steps.ts";
import { languagesOf } from "../../src/model/config.ts";
import type { ListFilter } from "../../src/model/list/list-filter.ts";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";
import type { Problem } from "../../src/model/problem.ts";
import type { Json, StoredRecord } from "../../src/model/record.ts";
import type { Registry } from "../../src/plugin/registry.ts";
import { matchesFilter, plainFilter } from "../../src/record/filter.ts";
import { appView } from "../../src/server/config/app-view.ts";
import { publicView } from "../../src/server/config/config-routes.ts";
import type { Runtime } from "../../src/server/config/runtime.ts";
import { systemEffects } from "../../src/server/effects.ts";
import type { Account } from "../../src/server/http/request.ts";
import { allFilters } from "../../src/server/records/referring/inverse-filters.ts";
import { buildRuntime, routeServices } from "../../src/server/runtime/build-runtime.ts";
import { CHANGES_PATHS } from "../../src/wire/changes.ts";
import { LANGUAGE_HEADER, languageFor } from "../../src/wire/language.ts";
import { parseListFilter } from "../../src/wire/list-filter-query.ts";
import { PATHS } from "../../src/wire/paths.ts";
import { knownPlugins, libraryWith, PLUGINS } from "../model/library.ts";
import { makeStreams } from "./fake-streams.ts";

/** A request at the gate. */
export interface Call {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The same where a name may be there more than once. */
  readonly params: URLSearchParams;
  readonly token: string | undefined;
  /** What the browser wants to read, as `LANGUAGE_HEADER` has it. */
  readonly language: string | undefined;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  /** A Blob is sent as it is, all else as JSON. */
  readonly body: unknown;
  /** `etag`, `change-id`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Serve = (call: Call) => Answer | Promise<Answer>;

export type FakeServer = Awaited<ReturnType<typeof makeFakeServer>>;

export interface FakeServerOptions {
  readonly config?: Parameters<typeof libraryWith>[0];
  /** Whether it tells of changes (`tell`); otherwise a stream is asked for in vain. */
  readonly isLive?: boolean;
  /** Of the account behind every token; undefined: nobody approved it yet. */
  readonly role?: string;
}

const stock = Object.values(
  import.meta.glob<PluginManifest>("/src/stock/cells/*/plugin.json", { eager: true, import: "default" }),
);
const widgets = [...PLUGINS.widgets.values()].map(({ manifest }) => manifest);

const ok = (body: unknown): Answer => ({ status: 200, body });
export const refusal = (status: number, message: string, more: object = {}): Answer => ({
  status,
  body: { status: "error", errorCode: "BAD_REQUEST", message, operation: "test", ...more },
});

/** A book, complete but for what the test is about. */
export function book(number: number, values: Readonly<Record<string, Json>> = {}): StoredRecord {
  return {
    _id: `b${String(number).padStart(23, "0")}`,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-03-04T15:06:00.000Z",
    updatedBy: "director",
    updatedById: "m1",
    isProtected: false,
    title: `Book ${number}`,
    subject: null,
    genre: "history",
    year: 1950 + number,
    photos: [],
    scores: { readers: 5, staff: 5 },
    available: true,
    ...values,
  };
}

/** What is made from the unchanged library is made once for the servers of all tests. */
let plainLibrary: Promise<Runtime> | undefined;

/**
 * What the browser meets at its gate to the network: the real views of the library, and lists that are searched, sorted
 * and cut as the wire has it. `on` takes an address over; `calls` is what was asked.
 */
export async function makeFakeServer({
  config: changes = {},
  isLive = false,
  role: first = "director",
}: FakeServerOptions = {}) {
  let role = first;
  const known = knownPlugins([...stock, ...widgets]);
  const found = ([name, { manifest }]: [string, { manifest: PluginManifest }]) =>
    [name, { folder: name, manifest }] as const;
  const registry: Registry = {
    widgets: new Map([...known.widgets].map(found)),
    cells: new Map([...known.cells].map(found)),
  };
  const make = async (changed: Parameters<typeof libraryWith>[0], before?: Runtime): Promise<Runtime> => {
    const isPlain = Object.keys(changed ?? {}).length === 0;
    const checked = isPlain && before !== undefined ? before : checkConfig(await libraryWith(changed), known);
    if (checked.config === undefined) throw new Error(JSON.stringify(checked.problems, null, 2));
    const installed = { registry, secret: "secret", services: routeServices(systemEffects()) };
    return atOnce(buildRuntime(checked.config, installed, before));
  };
  const build = async (
    changed: Parameters<typeof libraryWith>[0],
    problems: readonly Problem[] = [],
  ): Promise<Runtime> => {
    plainLibrary ??= make({});
    const built = await make(changed, await plainLibrary);
    return { ...built, problems, hash: JSON.stringify([built.hash, problems]) };
  };
  let runtime = await build(changes);
  const accountNow = (): Account => ({
    _id: "a00000000000000000000001",
    username: "ada",
    role,
    permissions: runtime.config.app.roles[role]?.permissions ?? [],
    hidden: role === "director",
    record: { _id: "a00000000000000000000001", username: "ada", role },
    tokenHash: "",
  });
  const userNow = () => {
    const account = accountNow();
    return { ...account, id: account._id, permissions: [...account.permissions] };
  };
  const records = new Map<string, StoredRecord[]>([...runtime.config.entities.keys()].map((id) => [id, []]));
  const calls: Call[] = [];
  const streams = makeStreams();
  const taken = new Map<string, Serve>();

  /** The runtime of now, in the language of a call. */
  const spokenTo = async ({ language: wanted = "" }: Call): Promise<Runtime> => {
    const language = languageFor(wanted, languagesOf(runtime.config));
    const { hash, problems } = runtime;
    return language === undefined ? runtime : { ...(await runtime.inLanguage(language)), hash, problems };
  };
  const usual = async (call: Call): Promise<Answer> => {
    const { method, path } = call;
    const runtime = await spokenTo(call);
    const { config } = runtime;
    const { login, validateToken, logout } = config.app.accounts.endpoints;
    const user = userNow();
    if (path === PATHS.publicConfig) return ok(publicView(runtime));
    if (path === PATHS.configVersion) return ok({ hash: runtime.hash });
    if (path === `/api${login}`) return ok({ token: "fresh", user });
    if (path === `/api${validateToken}`) return ok({ success: true, user });
    if (path === `/api${logout}`) return ok({ message: "out" });
    if (path === CHANGES_PATHS.open) return ok({});
    if (path === PATHS.config) return ok(atOnce(appView(runtime, accountNow())));
    for (const entity of config.entities.values()) {
      const rows = records.get(entity.id) ?? [];
      if (path === `/api${entity.endpoints.list}` && method === "GET") {
        const kept = filtered(rows, call.params, allFilters(config, entity), config.app.timeZone);
        if (kept === undefined) return refusal(400, "Unknown filter");
        const { found, total } = cut(kept, call.query, entity.list.search?.fields[0]?.field ?? "");
        return ok({ [entity.listKey]: found, total });
      }
      const record = rows.find(({ _id }) => path === `/api${entity.endpoints.record.replace("{id}", _id)}`);
      if (record !== undefined && method === "GET") return ok(record);
      if (record !== undefined && method === "DELETE") {
        rows.splice(rows.indexOf(record), 1);
        return ok({ message: "gone" });
      }
    }
    return refusal(404, "Not here");
  };

  return {
    user: userNow(),
    records,
    calls,
    publicView: publicView(runtime),
    /** The account has another role from now on. */
    promote(next: string) {
      role = next;
    },
    /** Serves another config from now on, with what is wrong with its files. */
    async change(changed: Parameters<typeof libraryWith>[0], problems: readonly Problem[] = []) {
      runtime = await build(changed, problems);
      for (const id of runtime.config.entities.keys()) if (!records.has(id)) records.set(id, []);
    },
    /** Takes over an address, method before it: `GET /api/rest/books`. undefined gives it back. */
    on(address: string, serve: Serve | undefined) {
      if (serve === undefined) taken.delete(address);
      else taken.set(address, serve);
    },
    streams,
    /** What was asked of an address, in order. */
    asked: (address: string) => calls.filter(({ method, path }) => `${method} ${path}` === address),
    async fetch(address: string, init: RequestInit): Promise<Response> {
      const url = new URL(address, "http://library.test");
      if (url.pathname === CHANGES_PATHS.changes)
        return isLive
          ? streams.open(runtime.hash, init.signal, url.searchParams.get("after"))
          : new Promise(() => undefined);
      const call: Call = {
        method: init.method ?? "GET",
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        params: url.searchParams,
        token: new Headers(init.headers).get("authorization")?.replace("Bearer ", ""),
        language: new Headers(init.headers).get(LANGUAGE_HEADER) ?? undefined,
        body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      };
      calls.push(call);
      const answer = await (taken.get(`${call.method} ${call.path}`) ?? usual)(call);
      const { status, headers = {} } = answer;
      const body = answer.body instanceof Blob ? answer.body : JSON.stringify(answer.body);
      return new Response(body, { status, headers });
    },
    importModule(path: string): Promise<{ readonly default: unknown }> {
      const code = runtime.modules.get(path.split("/").at(-1) ?? "");
      if (code === undefined) throw new Error(`No module at ${path}`);
      return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
    },
  };
}

/** The rows that the request's filter lets through; undefined where the list does not offer it. */
function filtered(
  rows: readonly StoredRecord[],
  params: URLSearchParams,
  filters: readonly ListFilter[],
  timeZone: string,
): readonly StoredRecord[] | undefined {
  const { filter, refused } = parseListFilter(params, filters);
  const isMoment = (name: string) => filters.some((one) => one.field === name && one.isMoment === true);
  const plain = plainFilter(filter, isMoment, { account: undefined, now: new Date(), timeZone });
  return refused === undefined ? rows.filter((row) => matchesFilter(plain, row)) : undefined;
}

function cut(rows: readonly StoredRecord[], query: Call["query"], search: string) {
  const named = rows.filter((row) =>
    String(row[search] ?? "")
      .toLowerCase()
      .includes((query.nameQuery ?? "").toLowerCase()),
  );
  const field = query.sortField ?? "";
  const sign = query.sortOrder === "desc" ? -1 : 1;
  const sorted =
    field === ""
      ? named
      : named.toSorted(
          (a, b) => sign * String(a[field]).localeCompare(String(b[field]), "en", { numeric: true }),
        );
  const limit = Number(query.limit);
  const start = (Number(query.page) - 1) * limit;
  return { found: sorted.slice(start, start + limit), total: named.length };
}

/** An answer that comes when the test says so. */
export function later(): { readonly serve: Serve; answer(answer: Answer): void; drop(): void } {
  let give: (answer: Answer) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const coming = new Promise<Answer>((resolve, reject) => {
    give = resolve;
    fail = reject;
  });
  return {
    serve: () => coming,
    answer: (answer) => give(answer),
    drop: () => fail(new TypeError("Failed to fetch")),
  };
}

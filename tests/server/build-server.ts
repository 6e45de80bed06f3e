import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { it } from "vitest";
import { checkConfig } from "../../src/compiler/compile.ts";
import { readFolder } from "../../src/compiler/source/read-folder.ts";
import { atOnce } from "../../src/compiler/steps.ts";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";
import type { RecordData, StoredRecord } from "../../src/model/record.ts";
import { configFolder } from "../../src/node/config-folder.ts";
import type { FoundPlugin, Registry } from "../../src/plugin/registry.ts";
import type { AnyServerPlugin } from "../../src/plugin/server-hook.ts";
import type { ConfigSource } from "../../src/server/config/config-source.ts";
import { type FollowParts, followConfig, followedFolder } from "../../src/server/config/follow-config.ts";
import type { Runtime, RuntimeHolder } from "../../src/server/config/runtime.ts";
import { type Effects, systemEffects } from "../../src/server/effects.ts";
import type { HookThreads } from "../../src/server/hooks/hook-threads.ts";
import type { ClientLimits } from "../../src/server/http/client-limits.ts";
import type { LogEvent, LogFacts } from "../../src/server/operating/operator-log.ts";
import { completeFields } from "../../src/server/records/complete-record.ts";
import { withDefaults } from "../../src/server/records/pick-values.ts";
import { buildRuntime, type RouteServices, routeServices } from "../../src/server/runtime/build-runtime.ts";
import { createServer } from "../../src/server/runtime/create-server.ts";
import { hashToken } from "../../src/server/sessions/find-account.ts";
import { sessionEnd } from "../../src/server/sessions/session-extensions.ts";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import type { Store } from "../../src/server/store/store.ts";
import type { Webhooks } from "../../src/server/webhooks/make-webhooks.ts";
import { runTwice } from "../contracts/run-twice.ts";
import { libraryWith, PLUGINS } from "../model/library.ts";
import { emptySchema } from "../postgres/store-under-test.ts";
import { CallAnswer } from "./call-answer.ts";
import { quickFolder } from "./quick-folder.ts";

export interface BuildOptions {
  /** Changes to the library's files, as `libraryWith` takes them. */
  readonly config?: Parameters<typeof libraryWith>[0];
  /** Server hooks by the name of their widget. */
  readonly hooks?: Readonly<Record<string, AnyServerPlugin>>;
  /** Where `hooks` run on large values, of modules that are the same. */
  readonly hookThreads?: (effects: Effects, log: (text: string) => void) => HookThreads;
  /** What the manifests of these widgets say otherwise. */
  readonly manifests?: Readonly<Record<string, Partial<PluginManifest>>>;
  /** Effects other than the system's. */
  readonly effects?: Partial<Effects>;
  readonly browserFiles?: ReadonlyMap<string, Uint8Array>;
  /** Plugins other than those of the tests. */
  readonly registry?: Registry;
  readonly limits?: Partial<ClientLimits>;
  readonly trustProxy?: boolean | number;
  readonly corsOrigins?: readonly string[];
  readonly imageOrigin?: string;
  /** Serves the config in this folder, not the library's with changes; `config.follow()` looks at it again. */
  readonly folder?: string;
  /** The work of a write runs once, as it mostly does. Default: twice, so that what it does outside its transaction is found. */
  readonly writesOnce?: boolean;
  /** Sends webhooks; without it none is sent. */
  readonly webhooks?: (parts: Pick<TestServer, "store" | "holder" | "effects">) => Webhooks;
  /** Default: as `STORE` says, else a file. */
  readonly engine?: "sqlite" | "postgres";
  /** Another server on the store of this one, as behind a balancer. */
  readonly beside?: Pick<TestServer, "openAgain">;
  /** Hears every statement of the store. */
  readonly observe?: (statement: string) => void;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Only status and headers: the rest never ends. It is open until the server closes. */
  readonly isEndless?: boolean;
}

export interface TestAccount {
  readonly _id: string;
  readonly username: string;
  readonly token: string;
}

/** The real server over a real store in a folder of its own, on the library's config. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly storeFile: string;
  /** Opens the same store once more, as another process does. */
  openAgain(): Promise<Store>;
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
  /** Of a server over a folder. */
  readonly config: ConfigSource | undefined;
  /** What the server told whoever runs it: nothing, unless something broke. A test may take out what it expects. */
  readonly log: string[];
  /** The log's lines of requests and events. */
  readonly lines: ({ event: LogEvent } & LogFacts)[];
  /** Moves the server's clocks. */
  advance(milliseconds: number): void;
  call<Body = unknown>(method: string, url: string, options?: CallOptions): Promise<CallAnswer<Body>>;
  /** Stores an account with a session, without asking the API. */
  account(values: RecordData & { readonly role: string }): Promise<TestAccount>;
  /** The token of an approved account of the role, the same one each time. */
  as(role: string): Promise<string>;
  /** Stores a record as it is, past the API; fields not given get their defaults. */
  insert(entity: string, values: RecordData, images?: readonly string[]): Promise<StoredRecord>;
  close(): Promise<void>;
}

/** Reads the metrics. */
export const METRICS_TOKEN = "a-token-of-the-metrics";

const SECRET = "a secret of the tests";

/** The library's runtime with changes. Throws the config's problems. @param before its validators are reused where the rules are the same */
export async function buildLibrary(
  {
    config = {},
    hooks = {},
    manifests = {},
    registry = registryOf(hooks, manifests),
    folder,
  }: BuildOptions = {},
  services: RouteServices = routeServices(systemEffects()),
  before?: Runtime,
): Promise<Runtime> {
  const files = folder === undefined ? await libraryWith(config) : await readFolder(folder);
  const answer = checkConfig(files, registry);
  if (answer.config === undefined) throw new Error(answer.problems.map(({ message }) => message).join("\n"));
  return atOnce(buildRuntime(answer.config, { registry, secret: SECRET, services }, before));
}

/** `STORE=postgres`: the tests of the API run on the other engine. */
const isOnPostgres = ({ engine }: BuildOptions = {}) => (engine ?? process.env.STORE) === "postgres";

/**
 * For a test that assumes the store of one file, with the reason why it says nothing of the other engine: such tests are left out
 * there.
 */
export const ofFile = (_reason: string) => it.skipIf(isOnPostgres());

/** What is made from the unchanged library is made once for the servers of one test file. */
let plainLibrary: Promise<Runtime> | undefined;

export async function buildServer(options: BuildOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(quickFolder(), "server-"));
  const storeFile = join(folder, "store.db");
  const { observe } = options;
  const observed = observe === undefined ? {} : { observe };
  const schema = isOnPostgres(options) && options.beside === undefined ? await emptySchema() : undefined;
  const openAgain = async (observed = {}) => {
    if (options.beside !== undefined) return options.beside.openAgain();
    return schema === undefined
      ? openSqliteStore({ file: storeFile, ...observed })
      : openPostgresStore({ ...schema, ...observed });
  };
  const opened = await openAgain(observed);
  const store = options.writesOnce === true ? opened : runTwice(opened);
  const { config: changes, hooks, manifests, registry } = options;
  const isPlain = [changes, hooks, manifests, registry, options.folder].every((one) => one === undefined);
  plainLibrary ??= buildLibrary();
  const log: string[] = [];
  const lines: TestServer["lines"] = [];
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const system = systemEffects();
  const elapsed = () => system.elapsed() + ahead;
  const effects: Effects = { ...system, now, elapsed, ...options.effects };
  const services = routeServices(
    effects,
    options.hookThreads?.(effects, (text) => log.push(text)),
    options.imageOrigin,
  );
  services.rateLimits.share(store.peers);
  const plain = await plainLibrary;
  const installed = { registry: plain.registry, secret: SECRET, services };
  const holder: RuntimeHolder = {
    current: isPlain
      ? atOnce(buildRuntime(plain.config, installed, plain))
      : await buildLibrary(options, services, plain),
  };
  await store.applyShapes(holder.current.tables);
  const { browserFiles, limits, trustProxy, corsOrigins, imageOrigin } = options;
  const config =
    options.folder === undefined
      ? undefined
      : await configSource(options.folder, { store, effects, holder, log: (text) => log.push(text) });
  const app = createServer({
    store,
    holder,
    effects,
    log: { line: (event, facts) => lines.push({ event, ...facts }), note: (text) => log.push(text) },
    metricsToken: METRICS_TOKEN,
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks({ store, holder, effects }) }),
    ...(config === undefined ? {} : { config }),
    ...(browserFiles === undefined ? {} : { browserFiles }),
    ...(limits === undefined ? {} : { limits }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...(corsOrigins === undefined ? {} : { corsOrigins }),
    ...(imageOrigin === undefined ? {} : { imageOrigin }),
  });
  const tokens = new Map<string, string>();

  // What a test begins with is written once: nobody asks what that does outside its transaction.
  const insert: TestServer["insert"] = async (entity, values, images = []) => {
    const fields = holder.current.entities.get(entity)?.fields ?? [];
    const now = effects.now().toISOString();
    const system = { createdAt: now, updatedAt: now, updatedBy: null, updatedById: null, isProtected: false };
    const given = Object.fromEntries(
      Object.entries(values).filter(([key]) => key === "_id" || Object.hasOwn(system, key)),
    );
    const record: StoredRecord = {
      ...completeFields(fields, withDefaults(fields, values)),
      _id: effects.newId(),
      ...system,
      ...given,
      _version: 1,
    };
    await opened.write((transaction) => transaction.insert(entity, record, images));
    return record;
  };

  const account: TestServer["account"] = async (values) => {
    const { app: appConfig } = holder.current.config;
    const username = String(values.username ?? `${values.role}-${effects.newId().slice(-6)}`);
    const { _id } = await insert(appConfig.accounts.entity, { approved: true, ...values, username });
    const token = effects.randomToken();
    const expiresAt = sessionEnd(effects.now(), appConfig.limits.sessionHours);
    await opened.write((transaction) =>
      transaction.addSession({ tokenHash: hashToken(token), accountId: _id, expiresAt }),
    );
    return { _id, username, token };
  };

  return {
    app,
    store,
    storeFile,
    openAgain: () => openAgain(),
    holder,
    effects,
    config,
    log,
    lines,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    async call(method, url, { token, body, headers = {}, isEndless = false } = {}) {
      const request = {
        method: method as "GET",
        url,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      };
      if (isEndless) {
        const { statusCode: status, headers } = await app.inject({ ...request, payloadAsStream: true });
        return new CallAnswer({ status, text: "", headers, body: undefined as never });
      }
      const response = await app.inject(request);
      const text = response.body;
      const isJson = String(response.headers["content-type"] ?? "").startsWith("application/json");
      const { statusCode: status, headers: answered } = response;
      const parsed = isJson && text !== "" ? JSON.parse(text) : undefined;
      return new CallAnswer({ status, text, headers: answered, body: parsed });
    },
    account,
    async as(role) {
      const token = tokens.get(role) ?? (await account({ role, username: `the-${role}` })).token;
      tokens.set(role, token);
      return token;
    },
    insert,
    async close() {
      await app.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function configSource(
  path: string,
  parts: Pick<FollowParts, "store" | "effects" | "holder" | "log">,
): Promise<ConfigSource> {
  const folder = configFolder(path);
  return followedFolder(folder, followConfig({ ...parts, folder, served: await folder.read() }));
}

function registryOf(
  hooks: Readonly<Record<string, AnyServerPlugin>>,
  manifests: Readonly<Record<string, Partial<PluginManifest>>>,
): Registry {
  const found = ([name, { manifest }]: [string, { manifest: PluginManifest }]) => {
    const server = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
    const plugin: FoundPlugin = {
      folder: `plugins/${name}`,
      manifest: { ...manifest, ...(manifest.kind === "widget" ? manifests[name] : {}) },
      ...(server === undefined ? {} : { server, isModule: true as const }),
    };
    return [name, plugin] as const;
  };
  return {
    widgets: new Map([...PLUGINS.widgets].map(found)),
    cells: new Map([...PLUGINS.cells].map(found)),
  };
}

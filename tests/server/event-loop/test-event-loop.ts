import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readFolder } from "../../../src/compiler/source/read-folder.ts";
import type { Route } from "../../../src/server/http/route.ts";
import type { AppView } from "../../../src/wire/views.ts";
import type { HeavyRequest } from "./heavy-request.ts";
import { type Held, isWanted, MAX_HELD_MS, measure, RUNS, TIMEOUT_MS } from "./measure.ts";
import { heavyRequests, makeImages, SAMPLES } from "./requests.ts";
import { type Seeded, seed } from "./seed.ts";
import { startWatched, type WatchedServer } from "./watched-server.ts";

/** Records of each entity, and of the one with most columns. */
const [FEW, MOST] = RUNS > 0 ? [100_000, 100_000] : [1_000, 20_000];

/** Without `RUNS`, of a route's requests those that differ most: so many, and some of the others. */
const MOST_DIFFERENT = 8;

/** Tests that no request to the business of that config folder holds the event loop of the server for long. */
export function testEventLoop(source: string): void {
  let folder: string;
  let seeded: Seeded;
  let server: WatchedServer;
  let requests: ReadonlyMap<Route, readonly HeavyRequest[]>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loop-"));
    const [configDir, dataDir] = [join(folder, "config"), join(folder, "data")];
    await cp(source, configDir, { recursive: true });
    const files = await readFolder(configDir);
    for (const [path, text] of files) {
      const [, id = ""] = /^samples\/(.+)\.json$/.exec(path) ?? [];
      if (id === "") continue;
      const [{ _id, ...values }] = JSON.parse(text);
      SAMPLES.set(id, values);
    }
    await (await startWatched(configDir, dataDir)).stop();
    seeded = await seed(configDir, dataDir, FEW, MOST);
    await makeImages();
    server = await startWatched(configDir, dataDir);
    const around = { seeded, files, image: await uploadImage(), validators: await validatorNames() };
    const { routes } = seeded;
    requests = new Map(routes.map((route) => [route, heavyRequests(route, around)]));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  it(
    "no request of any role holds the event loop for more than 100 ms",
    async () => {
      const held: [request: string, milliseconds: number][] = [];
      for (const [route, own] of requests) {
        const asked = own.flatMap((request, at) => {
          if (RUNS === 0 && at >= MOST_DIFFERENT && at % 6 !== 0) return [];
          return rolesFor(route, request, request === own[0], roles()).map((role) => ({
            name: `${route.method} ${route.pattern}: ${request.what} (${role})`,
            ask: (run: number) => ask(route.method, request, role, run),
          }));
        });
        for (const [each, ms] of await measure(asked.filter(({ name }) => isWanted(name))))
          if (ms > MAX_HELD_MS) held.push([each, Math.round(ms)]);
      }
      expect(held).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it("nor does a file of the page", async () => {
    const index = await readFile("dist/browser/index.html", "utf8");
    const assets = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    for (const path of ["/", "/login", ...assets]) {
      const ask = async (): Promise<Held> => ({
        heldMs: await server.longestDuring(async () => {
          expect((await fetch(`${server.address}${path}`).then(read)).status).toBe(200);
        }),
      });
      const held = await measure([{ name: `GET ${path}`, ask }]);
      expect(held.filter(([, ms]) => ms > MAX_HELD_MS)).toEqual([]);
    }
  });

  /** The longest that the loop was held while a request was answered. */
  async function ask(method: string, request: HeavyRequest, role: string, run: number): Promise<Held> {
    const body = request.body?.(run) ?? (await request.askedBody?.(get));
    const headers: Record<string, string> = { "accept-encoding": "gzip", ...tokenOf(role) };
    if (body !== undefined) headers["content-type"] = body.type;
    const init: RequestInit = { method, headers, ...(body === undefined ? {} : { body: body.bytes }) };
    const heldMs = await server.longestDuring(async () => {
      const answer = await fetch(`${server.address}/api${request.path}`, init);
      const { status, bytes, refusal } = await (request.isEndless === true && answer.ok
        ? readBegin(answer)
        : read(answer));
      const what = `${method} ${request.path.slice(0, 80)} (${role}): ${status} ${refusal}`;
      if (status >= 500 || (status === 401 && role !== NOBODY)) throw new Error(what);
      const mayAsk = role === roles().at(-1);
      if (mayAsk && status !== (request.status ?? status)) throw new Error(what);
      if (mayAsk && bytes < (request.answers ?? 0)) throw new Error(`${what}: ${bytes} bytes`);
    });
    return { heldMs };
  }

  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${server.address}/api${path}`, { headers: mightiest() })).json();
  /** The mightiest last. */
  const roles = () => {
    const { roles } = seeded.runtime.config.app;
    const might = (role: string) => roles[role]?.permissions.length ?? 0;
    return [...seeded.tokens.keys()].sort((one, other) => might(one) - might(other));
  };

  function tokenOf(role: string): { authorization?: string } {
    const token = seeded.tokens.get(role);
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  function mightiest(): { authorization?: string } {
    return tokenOf(roles().at(-1) ?? NOBODY);
  }

  async function validatorNames(): Promise<readonly string[]> {
    const answer = await fetch(`${server.address}/api/config`, { headers: mightiest() });
    const view: AppView = await answer.json();
    return view.entities.flatMap((entity) =>
      entity.access === "full" ? [entity.validator.url.split("/").at(-1) ?? ""] : [],
    );
  }

  async function uploadImage(): Promise<string> {
    const form = new FormData();
    form.append("files", new Blob([await readFile("docs/form.png")], { type: "image/png" }), "form.png");
    const url = `${server.address}/api/upload/images`;
    const answer = await fetch(url, { method: "POST", body: form, headers: mightiest() });
    const [{ fileName }] = await answer.json();
    return fileName;
  }
}

const NOBODY = "nobody";
/**
 * Everyone asks each request of each route, but for what changes something. Where there are no `RUNS`, who may most asks all
 * of them, and of each route the first is asked by who may least, with a session and without one.
 */
function rolesFor(
  { access, operation }: Route,
  request: HeavyRequest,
  isFirst: boolean,
  roles: readonly string[],
): readonly string[] {
  // The sessions are needed to the end.
  if (operation === "log out") return [NOBODY];
  if (request.once === true) return roles.slice(-1);
  if (RUNS > 0) return [NOBODY, ...roles];
  if (isFirst) return [...new Set([NOBODY, ...roles.slice(0, 1), ...roles.slice(-1)])];
  return access === "anyone" ? [NOBODY] : roles.slice(-1);
}

async function readBegin(answer: Response): Promise<{ status: number; bytes: number; refusal: string }> {
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return { status: answer.status, bytes: value?.length ?? 0, refusal: "" };
}

async function read(answer: Response): Promise<{ status: number; bytes: number; refusal: string }> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const refusal = answer.ok ? "" : bytes.toString().slice(0, 500);
  return { status: answer.status, bytes: bytes.length, refusal };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import { keepServed } from "../../../../src/server/config/served-files.ts";
import type { ConfigFiles, ConfigFileText, DraftAnswer } from "../../../../src/wire/config-editing.ts";
import type { JsonChange } from "../../../model/library.ts";
import { type BuildOptions, buildServer, type TestServer } from "../../build-server.ts";
import type { CallAnswer } from "../../call-answer.ts";
import { type EditedLibrary, editedLibrary } from "../edited-library.ts";

export interface EditingServer {
  readonly server: TestServer;
  readonly library: EditedLibrary;
  /** Of an approved account whose role edits the config. */
  readonly token: string;
  /** A file's text on disk; undefined where there is none. */
  onDisk(path: string): string | undefined;
  /** The text of a file with its JSON changed. */
  textWith(path: string, change: JsonChange): string;
  version(path: string): Promise<string | null>;
  draft(files: Readonly<Record<string, string | null>>, token?: string): Promise<CallAnswer<DraftAnswer>>;
  /** Saves texts over what is on disk. */
  save(files: Readonly<Record<string, string | null>>, token?: string): Promise<CallAnswer<ConfigFiles>>;
  back(path: string): Promise<CallAnswer<ConfigFiles>>;
  close(): Promise<void>;
}

/** A whole new entity with its place in the menu, as texts to save. */
export function newShelves({
  textWith,
}: EditingServer): Readonly<Record<"app.json" | "entities/shelves.json", string>> {
  const shelves = textWith("entities/subjects.json", (json) => {
    json.label = "shelf";
    json.endpoints = { list: "/rest/shelves", record: "/rest/shelves/{id}" };
    json.listKey = "shelves";
    delete json.schema.properties.parent;
    json.list.columns = [{ field: "name" }];
    delete json.list.filters;
    json.menu = { label: "Shelves", create: "Add a shelf", list: "All shelves" };
  });
  const app = textWith("app.json", (json) => {
    json.menu[0].entities.push("shelves");
  });
  return { "app.json": app, "entities/shelves.json": shelves };
}

/** Of a password that nobody asks for: the tests make their sessions themselves. */
const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** The real server over the real files of a library of its own. */
export async function openEditing(options: Pick<BuildOptions, "manifests"> = {}): Promise<EditingServer> {
  const library = editedLibrary();
  const server = await buildServer({ folder: library.config, ...options });
  await keepServed(server, (await server.config?.read()) ?? new Map(), []);
  const username = "the-director";
  const { token } = await server.account({ role: "director", username, password: HASH });

  function onDisk(path: string): string | undefined {
    try {
      return readFileSync(join(library.config, path), "utf8");
    } catch {
      return undefined;
    }
  }
  async function version(path: string): Promise<string | null> {
    const { status, body } = await server.call<ConfigFileText>("GET", `/api/config/file?path=${path}`, {
      token,
    });
    return status === 200 ? body.version : null;
  }
  return {
    server,
    library,
    token,
    onDisk,
    version,
    textWith(path, change) {
      const json: unknown = JSON.parse(onDisk(path) ?? "{}");
      change(json);
      return JSON.stringify(json, null, 2);
    },
    draft: (files, as = token) => server.call("POST", "/api/config/drafts", { token: as, body: { files } }),
    async save(files, as = token) {
      const wanted = await Promise.all(
        Object.entries(files).map(
          async ([path, text]) => [path, { text, version: await version(path) }] as const,
        ),
      );
      return server.call("PUT", "/api/config/files", {
        token: as,
        body: { files: Object.fromEntries(wanted) },
      });
    },
    back: async (path) =>
      server.call("POST", "/api/config/return", { token, body: { path, version: await version(path) } }),
    async close() {
      await server.close();
      library.remove();
    },
  };
}

/** One editing server for the tests of a file, told when it is there; each of them begins with the library as it is. */
export function openForEach(isOpen: (editing: EditingServer) => void): void {
  let editing: EditingServer;
  beforeAll(async () => {
    editing = await openEditing();
    isOpen(editing);
  });
  afterEach(async () => {
    editing.library.restore();
    await editing.server.config?.follow();
  });
  afterAll(() => editing.close());
}

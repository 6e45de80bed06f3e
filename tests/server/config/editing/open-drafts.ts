import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { formatProblem } from "../../../../src/model/problem.ts";
import type { DraftAnswer } from "../../../../src/wire/config-editing.ts";
import type { JsonChange } from "../../../model/library.ts";
import { type EditingServer, openEditing } from "./open-editing.ts";

export const BOOKS = "entities/books.json";

type Texts = Readonly<Record<string, string | null>>;

/**
 * One editing server for the tests of a file, told when it is there, and the requests of drafts to it. Each test begins with
 * the library as it is, and none of them leaves a line in the log but those of the config.
 */
export function openDrafts(
  isOpen: (editing: EditingServer) => void,
  options: Parameters<typeof openEditing>[0] = {},
) {
  let editing: EditingServer;
  beforeAll(async () => {
    editing = await openEditing(options);
    isOpen(editing);
  });
  afterEach(async () => {
    editing.library.restore();
    await editing.server.config?.follow();
  });
  afterAll(async () => {
    expect(editing.server.log.filter((line) => !line.startsWith("config: "))).toEqual([]);
    await editing.close();
  });

  /** A draft that must hold; samples in the way of it stay as they are. */
  async function held(files: Texts, as?: string) {
    const { body }: { readonly body: DraftAnswer } = await editing.draft(files, as);
    if (body.token === null) throw new Error(body.problems.map(formatProblem).join("\n"));
    return { ...body, token: body.token };
  }
  return {
    held,
    tokenOf: async (files: Texts, as?: string): Promise<string> => (await held(files, as)).token,
    /** A GET as the draft would answer it. */
    preview: <Body>(url: string, draft: string, token = editing.token) =>
      editing.server.call<Body>("GET", url, { token, headers: { "x-config-draft": draft } }),
    withBooks: (change: JsonChange) => ({ [BOOKS]: editing.textWith(BOOKS, change) }),
    /** Its charts sum up prices. */
    withoutHome: () => ({ "app.json": editing.textWith("app.json", (json) => delete json.home) }),
  };
}

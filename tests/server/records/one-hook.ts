import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { AnyServerPlugin } from "../../../src/plugin/server-hook.ts";
import { type BuildOptions, buildServer, type TestServer } from "../build-server.ts";

/** A server on which each test gives the hook of a book's summary (widget "textarea"), or of its marks (a list). */
export interface HookServer {
  readonly server: TestServer;
  readonly token: string;
  /** Until the end of the test. */
  use(hook: AnyServerPlugin): void;
}

/** One server for the tests of a file, told when it is there. */
export function openHookServer(
  isOpen: (open: HookServer) => void,
  effects: BuildOptions["effects"] = {},
): void {
  const hook: { -readonly [Step in keyof AnyServerPlugin]: AnyServerPlugin[Step] } = {};
  let server: TestServer;
  beforeAll(async () => {
    server = await buildServer({
      effects,
      hooks: { textarea: hook, "record-slots": hook },
      manifests: { "record-slots": { messages: { odd: wordsOf("Odd"), strange: wordsOf("Strange") } } },
      config: {
        "entities/books.json": (json) => {
          const name = { type: "string", title: "Name" };
          const grade = { type: "string", title: "Grade", messages: { odd: "An odd grade among {label}" } };
          const messages = { strange: "A strange mark" };
          const items = { type: "object", properties: { name, grade }, messages };
          json.schema.properties.marks = { type: "array", title: "Marks", widget: "record-slots", items };
        },
      },
    });
    const token = await server.as("stocker");
    isOpen({ server, token, use: (given) => void Object.assign(hook, given) });
  });
  afterEach(() => {
    for (const step of ["complete", "clean", "check", "images"] as const) delete hook[step];
    expect(server.log.length).toBe(0);
  });
  afterAll(() => server.close());
}

function wordsOf(en: string) {
  return { description: `${en}.`, text: { en } };
}

import { expect, it } from "vitest";
import { makeDrafts } from "../../../../src/server/config/editing/drafts.ts";
import { previewStore } from "../../../../src/server/config/preview-store.ts";
import { buildLibrary, buildServer } from "../../build-server.ts";

it("keeps the last three drafts of an account and twenty in all, and answers each to its account alone", async () => {
  const server = await buildServer();
  const runtime = await buildLibrary({
    config: {
      "entities/books.json": (json) => {
        json.schema.properties.year.minimum = 1;
      },
    },
  });
  const draft = { runtime, store: previewStore(server.store, runtime.tables) };
  const drafts = makeDrafts(server.effects.randomToken);

  const own = Array.from({ length: 100 }, () => drafts.keep("ada", draft));
  expect(new Set(own).size).toBe(100);
  expect(own.filter((token) => drafts.find(token, "ada") !== undefined)).toEqual(own.slice(-3));
  expect(drafts.find(own.at(-1) ?? "", "ben")).toBe(undefined);

  const others = Array.from(
    { length: 50 },
    (_, index) => [drafts.keep(`${index}`, draft), `${index}`] as const,
  );
  expect(others.filter(([token, account]) => drafts.find(token, account) !== undefined)).toEqual(
    others.slice(-20),
  );
  expect(drafts.find(own.at(-1) ?? "", "ada")).toBe(undefined);

  const fresh = [...runtime.modules.keys()].filter((name) => !server.holder.current.modules.has(name));
  // Of all fields, and of those that a shelver sees.
  expect(fresh).toHaveLength(2);
  expect(drafts.module(fresh[0] ?? "")).toBe(runtime.modules.get(fresh[0] ?? ""));
  for (const name of ["x.js", "constructor", "__proto__"]) expect(drafts.module(name)).toBe(undefined);
  await server.close();
});

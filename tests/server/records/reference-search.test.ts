import { afterAll, describe, expect, it } from "vitest";
import type { Config } from "../../../src/model/config.ts";
import { installedPlugins } from "../../../src/node/installed-plugins.ts";
import { walkFields } from "../../../src/record/walk.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, next } from "./library-records.ts";

const servers: TestServer[] = [];
const serve = async (...options: Parameters<typeof buildServer>) => {
  const server = await buildServer(...options);
  servers.push(server);
  return server;
};
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** Every reference with every role that may use it, and whether that role may read the whole of the other entity. */
function usesOf({ entities, app }: Config) {
  return [...entities.values()].flatMap(({ permission, fields }) =>
    [...walkFields(fields)].flatMap(({ field: { reference } }) => {
      const target = reference && entities.get(reference.entity);
      if (target === undefined) return [];
      return Object.entries(app.roles)
        .filter(([, { permissions }]) => permissions.includes(permission))
        .map(([role, { permissions }]) => ({
          role,
          target,
          label: reference?.label ?? "",
          isPartial: !permissions.includes(target.permission),
        }));
    }),
  );
}

describe("who may use a reference searches the choices by what is shown of them", () => {
  it.each(["tests/fixtures/library", "config"])("in %s", async (folder) => {
    const isShop = folder === "config";
    const server = await serve(isShop ? { folder, registry: installedPlugins().registry } : {});
    const uses = usesOf(server.holder.current.config);
    expect(uses.filter(({ isPartial }) => isPartial).length).toBeGreaterThan(0);
    for (const { role, target, label } of uses) {
      const name = `Needle ${next()}`;
      const record = await server.insert(target.id, { [label]: name });
      await server.insert(target.id, { [label]: `Hay ${next()}` });
      const token = await server.as(role);
      const path = `/api${target.endpoints.list}?page=1&limit=5&sortField=&sortOrder=`;
      const answer = await server.call("GET", `${path}&nameQuery=${name.toLowerCase()}`, { token });
      expect([role, answer.status, answer.rows(target.listKey).map((one) => one[label])]).toEqual([
        role,
        200,
        [name],
      ]);
      expect(answer.rows(target.listKey)[0]?._id).toBe(record._id);
    }
  });

  it("and by nothing that is not shown to them", async () => {
    const server = await serve();
    await makeBook(server, { title: "Emma", isbn: "9781234567890" });
    const token = await server.as("lender");
    const found = await server.call("GET", "/api/rest/books?nameQuery=978", { token });
    expect(found.body).toEqual({ books: [], total: 0 });
  });
});

describe("the question before deleting", () => {
  it("may name what a reference shows, without a column of it", async () => {
    const server = await serve({
      config: {
        "entities/books.json": (json) => {
          json.list.columns.splice(1, 1);
          json.list.deleteConfirm = "Delete {title} of {subject.name}?";
        },
      },
    });
    const book = await makeBook(server);
    const token = await server.as("stocker");
    const [listed] = (await server.call("GET", "/api/rest/books", { token })).rows("books");
    expect(listed?.subject).toEqual({ _id: book.subject, name: expect.stringMatching(/^Subject \d+$/) });
    const sent = await server.call("PUT", `/api/rest/books/${book._id}`, { token, body: listed });
    expect([sent.status, sent.record.subject]).toEqual([200, book.subject]);
  });
});

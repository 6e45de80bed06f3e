import { expect, it } from "vitest";
import type { AppView } from "../../../../src/wire/views.ts";
import { makeBook, makeSubject } from "../../records/library-records.ts";
import { openEditing } from "./open-editing.ts";

it("the preview lists who refers to a record as the draft says, by a reference that is in no index yet", async () => {
  const { server, library, token, textWith, draft, close } = await openEditing();
  library.edit("entities/books.json", (json) => {
    json.list.filters = json.list.filters.filter((one: unknown) => one !== "subject");
  });
  await server.config?.follow();
  expect(server.holder.current.entities.get("books")?.table.filters).not.toContain("subject");
  const [subject, other] = [await makeSubject(server), await makeSubject(server)];
  const book = await makeBook(server, { subject: subject._id });
  await makeBook(server, { subject: other._id });
  const text = textWith("entities/subjects.json", (json) => {
    json.referredBy = [{ entity: "books", field: "subject", columns: ["title"] }];
  });
  const { body } = await draft({ "entities/subjects.json": text });
  expect(body.problems).toEqual([]);
  const headers = { "x-config-draft": body.token ?? "" };
  const view = await server.call<AppView>("GET", "/api/config", { token, headers });
  const subjects = view.body.entities.find((one) => one.access === "full" && one.entity.id === "subjects");
  expect(subjects?.access === "full" ? subjects.entity.referredBy.map(({ label }) => label) : []).toEqual([
    "Books",
  ]);
  const address = `/api/rest/books?filter[subject]=${subject._id}`;
  const listed = await server.call("GET", address, { token, headers });
  expect(listed.rows("books").map(({ _id }) => _id)).toEqual([book._id]);
  // What is served has no such list yet.
  expect((await server.call("GET", address, { token })).status).toBe(400);
  await close();
});

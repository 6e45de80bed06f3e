import { afterAll, beforeAll, expect, it } from "vitest";
import { buildServer, type TestServer } from "../build-server.ts";
import { plain } from "../images/pictures.ts";
import { UPLOAD, uploaded } from "../images/upload.ts";
import { makeBook } from "./library-records.ts";

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await buildServer({
    config: {
      "entities/books.json": (json) => {
        json.schema.properties.cover.conditions = [
          { when: { field: "available", is: false }, disable: true },
        ];
      },
    },
  });
  token = await server.as("stocker");
});
afterAll(() => server.close());

it("a field that is disabled counts as not named, whoever names it: its image whose deletion was asked for leaves", async () => {
  const [cover] = await uploaded(server, token, await plain("png"));
  if (cover === undefined) throw new Error("nothing uploaded");
  const put = (id: string, body: object) => server.call("PUT", `/api/rest/books/${id}`, { token, body });
  const { _id } = await makeBook(server, { cover: { ...cover } });
  await server.call("DELETE", `${UPLOAD}/${cover.fileName}`, { token });
  // Named where it may be, it stays.
  expect((await put(_id, { cover })).record.cover).toMatchObject({ fileName: cover.fileName });
  await server.call("DELETE", `${UPLOAD}/${cover.fileName}`, { token });
  const saved = await put(_id, { available: false, cover });
  expect([saved.status, saved.record.cover]).toEqual([200, null]);
});

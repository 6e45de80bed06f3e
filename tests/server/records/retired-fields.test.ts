import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildServer } from "../build-server.ts";
import { editedLibrary } from "../config/edited-library.ts";
import { makeBook } from "./library-records.ts";

it("a restore says how many fields that the config has no more stay out, and none of their names or values", async () => {
  const library = editedLibrary();
  const own = await buildServer({ folder: library.config });
  const token = await own.as("stocker");
  const { _id } = await makeBook(own, { summary: "a plan of old" });
  await own.call("DELETE", `/api/rest/books/${_id}`, { token });
  library.edit("entities/books.json", (json) => {
    delete json.schema.properties.summary;
    json.form.tabs[1].fields.pop();
  });
  rmSync(join(library.config, "samples"), { recursive: true });
  await own.config?.follow();
  expect(own.holder.current.problems).toEqual([]);
  const body = { entity: "books", _id };
  const restored = await own.call("POST", "/api/journal/restore", { token, body });
  expect(restored).toMatchObject({
    status: 200,
    body: { notRestored: ["Without the values of fields that this config no longer has (1)"] },
  });
  expect(restored.text).not.toMatch(/summary|a plan of old/);
  await own.close();
  library.remove();
});

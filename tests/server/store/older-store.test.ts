import { expect, test } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { BOOKS, book, column, get, insert, SHAPES, SHELVES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

test("a file from before kinds were kept opens as it is, and is fitted from then on", async () => {
  const file = temporaryFile();
  const older = await openSqliteStore({ file });
  await older.prepare(SHAPES);
  await insert(older, "books", book("a", { title: "Emma", pages: 3 }));
  await older.close();
  const connection = openConnection(file);
  connection.exec("drop table record_columns");
  connection.close();

  const store = await openSqliteStore({ file });
  const wary = { ...column("pages", "integer"), fit: () => undefined };
  const columns = BOOKS.columns.filter(({ name }) => name !== "pages");
  await store.prepare([SHELVES, { ...BOOKS, columns: [...columns, wary] }]);
  expect(await get(store, "books", "a")).toMatchObject({ title: "Emma", pages: 3 });
  await store.prepare([SHELVES, { ...BOOKS, columns: [...columns, column("pages", "text")] }]);
  expect(await get(store, "books", "a")).toMatchObject({ pages: "3" });
  await store.close();
});

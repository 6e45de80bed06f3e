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

test("a file from before images had an owner opens: its images are nobody's, new ones somebody's", async () => {
  const file = temporaryFile();
  const older = await openSqliteStore({ file });
  await older.close();
  const connection = openConnection(file);
  connection.exec("alter table images drop column uploaded_by");
  connection.exec("insert into images values ('old.png', 'image/png', 'x', null, 0)");
  connection.close();

  const image = {
    fileName: "new.png",
    type: "image/png",
    createdAt: "x",
    expiresAt: null,
    deletionAsked: false,
  };
  for (const uploadedBy of ["a1", "a2"]) {
    const store = await openSqliteStore({ file });
    const fileName = `${uploadedBy}.png`;
    await store.write((transaction) =>
      transaction.addImage({ ...image, fileName, uploadedBy }, Uint8Array.of(1), {
        bytes: Uint8Array.of(2),
        type: "image/webp",
      }),
    );
    const found = await store.read((view) =>
      Promise.all(["old.png", fileName].map((name) => view.image(name))),
    );
    expect(found.map((one) => one?.uploadedBy)).toEqual([null, uploadedBy]);
    await store.close();
  }
});

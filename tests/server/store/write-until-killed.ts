import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { book, insert, LATER, NOW, SHAPES, shelf } from "../../contracts/store/library.ts";

/** A process of its own that writes to a store and says what was acknowledged. Arguments: the file, and what to do. */
const [file = "", what] = process.argv.slice(2);
const store = await openSqliteStore({ file });
await store.applyShapes(SHAPES);

if (what === "hold") {
  await store.write(async (transaction) => {
    await transaction.insert("books", book("held", { title: "held" }), []);
    process.stdout.write("holding\n");
    // Not until it is told: who waits for the transaction is blocked, and can tell nothing.
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  await store.close();
} else {
  await insert(store, "shelves", shelf("s1", { name: "One" }));
  const image = {
    type: "image/png",
    createdAt: "x",
    expiresAt: LATER,
    deletionAsked: false,
    uploadedBy: null,
  };
  let next = 0;
  const writeOn = async () => {
    const n = next++;
    const title = `Title ${n}`;
    await store.write(async (transaction) => {
      const small = { bytes: Uint8Array.of(n % 256), type: "image/webp" };
      await transaction.addImage({ ...image, fileName: `${n}.png` }, new Uint8Array(50_000).fill(n), small);
      await transaction.insert("books", book(`b${n}`, { title, shelf: "s1", genre: "novel" }), [`${n}.png`]);
      await transaction.update("shelves", "s1", { name: title, ...NOW }, [], LATER);
    });
    process.stdout.write(`${n}\n`);
    await writeOn();
  };
  await Promise.all(Array.from({ length: what === "write together" ? 16 : 1 }, writeOn));
}

import { expect, test } from "vitest";
import type { Opened } from "../store.ts";
import { book, insert, remove, SHAPES } from "./library.ts";

export function preferenceContract(opened: Opened): void {
  const of = async (account: string) => [
    ...(await opened.store.read((view) => view.preferences(account))).entries(),
  ];
  const choose = (account: string, key: string, value: string | undefined) =>
    opened.store.write((transaction) => transaction.setPreference(account, key, value));

  test("what an account chose is found, also after a restart, and is nobody else's", async () => {
    expect(await of("ann")).toEqual([]);
    await choose("ann", "sidebar", '"collapsed"');
    await choose("ann", "list:books", '{"pageSize":50,"views":["é 😀"]}');
    await choose("bob", "sidebar", '"expanded"');
    await opened.reopen();
    expect(await of("ann")).toEqual([
      ["list:books", '{"pageSize":50,"views":["é 😀"]}'],
      ["sidebar", '"collapsed"'],
    ]);
    expect(await of("bob")).toEqual([["sidebar", '"expanded"']]);
  });

  test("the last choice counts; none deletes one key alone", async () => {
    await choose("ann", "sidebar", '"collapsed"');
    await choose("ann", "sidebar", '"expanded"');
    await choose("ann", "theme", '"dark"');
    expect(await of("ann")).toEqual([
      ["sidebar", '"expanded"'],
      ["theme", '"dark"'],
    ]);
    await choose("ann", "sidebar", undefined);
    await choose("ann", "unknown", undefined);
    expect(await of("ann")).toEqual([["theme", '"dark"']]);
  });

  test("they go with the account, and with it alone; a deletion that is undone leaves them", async () => {
    const { store } = opened;
    await store.applyShapes(SHAPES);
    await insert(store, "books", book("ann", { title: "Ann" }), book("bob", { title: "Bob" }));
    await choose("ann", "sidebar", '"collapsed"');
    await choose("bob", "sidebar", '"collapsed"');
    const undone = store.write(async (transaction) => {
      await transaction.delete("books", "ann");
      expect([...(await transaction.preferences("ann"))]).toEqual([]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await of("ann")).toEqual([["sidebar", '"collapsed"']]);
    await remove(store, "books", "ann");
    expect(await of("ann")).toEqual([]);
    expect(await of("bob")).toEqual([["sidebar", '"collapsed"']]);
  });
}

import type { Draft, DraftStore } from "../../src/admin/services/drafts.ts";

/** What each store of drafts must do. Without a test runner, since one of them is tested inside a browser. */
export const DRAFT_RULES: readonly DraftRule[] = [
  {
    name: "finds the drafts of an account at an address, the newest first, each as it was put last",
    async test(store) {
      await store.put(typedDraft("old", { typedAt: 1 }));
      await store.put(typedDraft("recent", { typedAt: 3, version: '"7"', secrets: ["Password"] }));
      await store.put(typedDraft("elsewhere", { address: "/b" }));
      await store.put(typedDraft("other", { account: "ben" }));
      await store.put(typedDraft("old", { typedAt: 2, fields: [typedField("name", "again")] }));
      const found = await store.find("ann", "/a");
      same(
        found.map(({ id }) => id),
        ["recent", "old"],
      );
      same(found[0], typedDraft("recent", { typedAt: 3, version: '"7"', secrets: ["Password"] }));
      same(found[1]?.fields, [typedField("name", "again")]);
      same(await store.find("cid", "/a"), []);
    },
  },
  {
    name: "keeps files and what is around them, as long as they are in the draft",
    async test(store) {
      const file = new File(["bytes"], "photo.png", { type: "image/png" });
      const work = { pictures: [{ file, isReady: true }], removed: ["gone.png"] };
      const images = { ...typedField("images", "x"), pending: { standIn: ["photo.png"], work } };
      await store.put(typedDraft("d", { fields: [typedField("name", "a"), images] }));
      await store.put(typedDraft("d", { fields: [typedField("name", "ab"), images] }));
      const [first] = await store.find("ann", "/a");
      same(
        first?.fields.map(({ value }) => value),
        ["ab", "x"],
      );
      same(first?.fields[1]?.pending?.standIn, ["photo.png"]);
      const kept = Object(first?.fields[1]?.pending?.work);
      same(kept.removed, ["gone.png"]);
      const [{ file: read }] = kept.pictures;
      same([read.name, read.type, await read.text()], ["photo.png", "image/png", "bytes"]);
      const other = new File(["other"], "other.png", { type: "image/png" });
      const next = { ...images, pending: { work: { pictures: [{ file: other, isReady: true }] } } };
      await store.put(typedDraft("d", { fields: [next] }));
      const [second] = await store.find("ann", "/a");
      same(await Object(second?.fields[0]?.pending?.work).pictures[0].file.text(), "other");
      await store.put(typedDraft("d", { fields: [typedField("images", "x")] }));
      same((await store.find("ann", "/a"))[0]?.fields, [typedField("images", "x")]);
    },
  },
  {
    name: "writes files again that another page has removed with the draft",
    async test(store, another) {
      const work = { file: new File(["bytes"], "photo.png") };
      const fields = [{ ...typedField("images", "x"), pending: { work } }];
      await store.put(typedDraft("d", { fields }));
      await another.remove("d");
      await store.put(typedDraft("d", { typedAt: 9, fields }));
      const [found] = await another.find("ann", "/a");
      same(await Object(found?.fields[0]?.pending?.work).file.text(), "bytes");
    },
  },
  {
    name: "does what is asked for in that order, without being waited for",
    async test(store) {
      const asked = [
        store.put(typedDraft("d", { typedAt: 1 })),
        store.remove("d"),
        store.put(typedDraft("e", { typedAt: 1 })),
        store.put(typedDraft("e", { typedAt: 2 })),
      ];
      const found = await store.find("ann", "/a");
      same(
        found.map(({ id, typedAt }) => [id, typedAt]),
        [["e", 2]],
      );
      await Promise.all(asked);
    },
  },
  {
    name: "removes one, all of an account, and all that are old",
    async test(store) {
      const listed = async (account: string) => (await store.list(account)).map(({ id }) => id);
      for (const [id, typedAt] of [["a", 1] as const, ["b", 2] as const, ["c", 3] as const])
        await store.put(typedDraft(id, { typedAt }));
      await store.put(typedDraft("ben", { account: "ben", typedAt: 2 }));
      await store.remove("c");
      await store.remove("never");
      same([await listed("ann"), await listed("ben"), await listed("cid")], [["b", "a"], ["ben"], []]);
      same(await store.expire(1), true);
      same(
        (await store.find("ann", "/a")).map(({ id }) => id),
        ["b"],
      );
      await store.removeAll("ann");
      same([await listed("ann"), await listed("ben")], [[], ["ben"]]);
      same(await store.expire(2), false);
      same(await listed("ben"), []);
    },
  },
  {
    name: "refuses what cannot be stored, and stores nothing of it",
    async test(store) {
      const fields = [{ ...typedField("images", "x"), pending: { work: () => "no data" } }];
      const refused = await store.put(typedDraft("d", { fields })).then(
        () => "stored",
        () => "refused",
      );
      same(refused, "refused");
      same(await store.find("ann", "/a"), []);
      await store.put(typedDraft("d"));
      same((await store.list("ann")).length, 1);
    },
  },
  {
    name: "has a claimed draft claimed by one form alone, and finds it as ever",
    async test(store, another) {
      await store.put(typedDraft("d"));
      same([...(await store.claimed())], []);
      const unclaim = await store.claim("d");
      same([...(await another.claimed())], ["d"]);
      same(await another.claim("d"), undefined);
      same((await another.find("ann", "/a")).length, 1);
      await unclaim?.();
      const next = await another.claim("d");
      same(next === undefined, false);
      await next?.();
    },
  },
];

interface DraftRule {
  readonly name: string;
  /** @param another what another page has of the same store */
  test(store: DraftStore, another: DraftStore): Promise<void>;
}

const FIELD: Draft["fields"][number]["field"] = {
  name: "field",
  label: "Field",
  schema: { type: "string" },
  valueType: "string",
  required: false,
  conditions: [],
  whenHidden: "clear",
};

export const typedField = (path: string, value: string) => ({
  path,
  field: FIELD,
  value,
  was: null,
});

export const typedDraft = (id: string, changes: Partial<Draft> = {}): Draft => ({
  id,
  account: "ann",
  address: "/a",
  typedAt: 1,
  fields: [typedField("name", "typed")],
  secrets: [],
  ...changes,
});

function same(found: unknown, expected: unknown): void {
  const [one, other] = [ordered(found), ordered(expected)];
  if (one !== other) throw new Error(`Found ${one}, expected ${other}`);
}

/** As text, with the keys of objects in order. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

import { beforeAll, describe, expect, it } from "vitest";
import {
  hasPlural,
  menuGroups,
  newEntityText,
  suggestedId,
  withMenuEntry,
  withoutMenuEntry,
} from "../../../src/admin/config/new-entity.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";
import { makeFakeServer } from "../fake-server.ts";

let view: AppView;
let app: string;
beforeAll(async () => {
  const server = await makeFakeServer();
  view = (await (await server.fetch("/api/config", {})).json()) as AppView;
  app = (await libraryWith()).get("app.json") ?? "";
});

describe("a new kind of record", () => {
  it("holds as it is made, in the manner of those that there are, in the chosen group of the menu", async () => {
    const [stock, , staff] = menuGroups(app);
    expect(stock?.label).toBe("Stock");
    expect(staff).toEqual({ index: 2, label: "Staff", permission: "staffing" });
    const names = { id: "guests", label: "guest", plural: "Guests", language: "en" };
    const text = newEntityText(names, "staffing", view);
    const menu = withMenuEntry(app, 2, "guests");
    const { config, problems } = checkConfig(
      await libraryWith({ "app.json": menu, "entities/guests.json": text }),
      PLUGINS,
    );
    expect(problems).toEqual([]);
    expect(config?.app.menu[2]?.entities).toEqual(["members", "guests"]);
    expect(config?.entities.get("guests")).toMatchObject({
      label: "guest",
      language: "en",
      permission: "staffing",
      endpoints: { list: "/rest/guests", record: "/rest/guests/{id}" },
      menu: { label: "Guests", create: "New guest", list: "Guests" },
      form: { title: { create: "New guest", edit: "Edit guest" } },
      list: { title: "Guests", deleteConfirm: 'Delete "{name}"?' },
    });
  });

  it("is called in the file as people call it, where that is Latin", () => {
    expect(["Gift cards ", "Café", "2nd floor", "\u5496\u5561", "VIP \u5496"].map(suggestedId)).toEqual([
      "gift-cards",
      "cafe",
      "nd-floor",
      "",
      "",
    ]);
  });

  it("stands in the group that was chosen, whatever is missing in the groups before it", () => {
    const broken = `{"menu":[
      {"permission":"p","entities":["a","b"]}, {"label":"No list","permission":"p"}, 7,
      {"label":"Lacks one","entities":[]}, {"label":" ","permission":"p","entities":[]},
      {"label":"Staff","permission":"p","entities":["c"]}]}`;
    const groups = menuGroups(broken);
    expect(groups).toEqual([
      { index: 0, label: "a, b", permission: "p" },
      { index: 3, label: "Lacks one", permission: undefined },
      { index: 4, label: "5", permission: "p" },
      { index: 5, label: "Staff", permission: "p" },
    ]);
    expect(withMenuEntry(broken, groups.at(-1)?.index ?? 0, "guests")).toContain('["c", "guests"]');
  });

  it("has no place in a menu that cannot be read", () => {
    expect(menuGroups("{")).toEqual([]);
    expect(withMenuEntry("{", 0, "guests")).toBeUndefined();
    expect(withMenuEntry(app, 9, "guests")).toBeUndefined();
  });
});

it("a group is called as the app's language has it; of several permissions it has the first", () => {
  const groups = (language: string) =>
    menuGroups(
      `{${language}"menu":[{"label":{"en":"Stock","de":"Bestand"},"permission":["p","q"],"entities":["a"]},
        {"label":" ","permission":" ","entities":["a","b"]}]}`,
    ).map(({ label, permission }) => [label, permission]);
  expect(groups('"language":"de",')).toEqual([
    ["Bestand", "p"],
    ["a, b", undefined],
  ]);
  expect(groups('"language":7,')[0]).toEqual(["a", "p"]);
  expect(groups("")[0]).toEqual(["a", "p"]);
});

it("a language has a plural where it tells one from several", () => {
  expect(["en", "de", "zh-TW", "ja"].map(hasPlural)).toEqual([true, true, false, false]);
});

it("the first kind of record stands by itself: nothing is there to be like", () => {
  const names = { id: "guests", label: "guest", plural: "Guests", language: "en" };
  const made = JSON.parse(newEntityText(names, "staffing", { ...view, entities: [] }));
  expect(made.endpoints).toEqual({ list: "/guests", record: "/guests/{id}" });
  expect(Object.keys(made)[0]).toBe("label");
  expect(made.schema).toEqual({
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", title: "Name", messages: { required: expect.any(String) } } },
  });
  expect(made).toMatchObject({ permission: "staffing", labelField: "name", listKey: "guests" });
  expect(made.list).toMatchObject({ columns: [{ field: "name" }], search: { field: "name" } });
});

describe("the menu entry", () => {
  const entry = (list: string) => withMenuEntry(`{"menu":[{"entities":${list}}]}`, 0, "b");

  it("stands as the others do, and changes nothing else", () => {
    expect(entry('["a"]')).toBe('{"menu":[{"entities":["a", "b"]}]}');
    expect(entry("[]")).toBe('{"menu":[{"entities":["b"]}]}');
    expect(entry('[\n    "a"\n  ]')).toBe('{"menu":[{"entities":[\n    "a",\n    "b"\n  ]}]}');
    expect(entry('[\r\n\t"a"\r\n]')).toBe('{"menu":[{"entities":[\r\n\t"a",\r\n\t"b"\r\n]}]}');
  });

  it("goes with its comma, and nothing else", () => {
    const rest = (list: string) => withoutMenuEntry(`{"menu":[{"entities":${list}},{}]}`, "b");
    expect(rest('["a", "b"]')).toBe('{"menu":[{"entities":["a"]},{}]}');
    expect(rest('["b", "c"]')).toBe('{"menu":[{"entities":["c"]},{}]}');
    expect(rest('["b"]')).toBe('{"menu":[{"entities":[]},{}]}');
    expect(rest('[\n  "a",\n  "b",\n  "c"\n]')).toBe('{"menu":[{"entities":[\n  "a",\n  "c"\n]},{}]}');
    expect(rest('["a"]')).toBe('{"menu":[{"entities":["a"]},{}]}');
    expect(withoutMenuEntry("{", "b")).toBe("{");
  });
});

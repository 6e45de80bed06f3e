import { describe, expect, it } from "vitest";
import type { JsonChange, Loose } from "../../model/library.ts";
import { placesOf } from "./places.ts";

const MEMBERS = "entities/members.json";
const P = "/schema/properties";
const text = { type: "string", title: "More" };
const members = (change: JsonChange) => placesOf({ [MEMBERS]: change });
const app = (change: JsonChange) => placesOf({ "app.json": change });

describe("each part of an account is a field of its kind", () => {
  // biome-ignore format: a table, one row a case
  const WRONG: readonly (readonly [part: string, what: string, field: object])[] = [
    ["username", "a text that several may have", text],
    ["password", "a text that people read", text],
    ["password", "a yes/no that nobody reads", { type: "boolean", title: "More", writeOnly: true }],
    ["role", "a text without choices", text],
    ["role", "a number with choices", { type: "integer", title: "More", enum: [1], labels: { 1: "One" } }],
    ["approved", "a text", text],
  ];
  it.each(WRONG)("so the %s is not %s", async (part, _what, field) => {
    const found = await placesOf({
      [MEMBERS]: (json) => {
        json.schema.properties.more = field;
      },
      "app.json": (json) => {
        json.accounts[part] = "more";
      },
    });
    expect(found).toContain(`BAD_ACCOUNTS app.json#/accounts/${part}`);
  });

  it("and nothing is said of one that is wrong itself", async () => {
    const found = await members((json) => {
      const { username } = json.schema.properties;
      delete username.unique;
      delete username.messages.unique;
      username.type = "txt";
    });
    expect(found).toEqual([`NOT_ALLOWED ${MEMBERS}#${P}/username/type`]);
  });
});

describe("the field that names an account takes any user name", () => {
  const labelled = (field: object) =>
    members((json) => {
      json.schema.properties.known = { ...text, ...field };
      json.labelField = "known";
      json.list.search = { fields: ["username", "known"] };
    });
  const refused = [`BAD_ACCOUNTS ${MEMBERS}#/labelField`];

  it("so it has no rule that one could break but its length", async () => {
    expect(await labelled({ enum: ["a"], labels: { a: "A" } })).toEqual(expect.arrayContaining(refused));
    expect(await labelled({ pattern: "^a$", messages: { pattern: "x" } })).toEqual(refused);
    expect(await labelled({ unique: true, messages: { unique: "x" } })).toEqual(refused);
    expect(await labelled({ unique: false })).toEqual([]);
    expect(await labelled({ maxLength: 3, messages: { maxLength: "x" } })).toEqual([]);
  });

  it("and nothing is said of its rules where it is wrong itself, or is no field", async () => {
    expect(await labelled({ pattern: "^a$", messages: { pattern: "x" }, titel: "x" })).toEqual([
      `UNKNOWN_KEY ${MEMBERS}#${P}/known/titel`,
    ]);
    expect(await labelled({ type: "integer", enum: [1], labels: { 1: "One" } })).not.toEqual(
      expect.arrayContaining(refused),
    );
    const found = await members((json) => {
      json.labelField = "usernam";
    });
    expect(found).toEqual([`UNKNOWN_FIELD ${MEMBERS}#/labelField`]);
  });
});

it("nothing is said of the rules of the field that names an account where nobody knows its user name", async () => {
  const found = await placesOf({
    [MEMBERS]: (json) => {
      json.schema.properties.known = { ...text, pattern: "^a$", messages: { pattern: "x" } };
      json.labelField = "known";
      json.list.search = { fields: ["username", "known"] };
    },
    "app.json": (json) => {
      json.accounts.username = "usernam";
    },
  });
  expect(found).toEqual(["UNKNOWN_FIELD app.json#/accounts/username"]);
});

describe("whether the first account can do something", () => {
  /** It holds one permission, and the menu has one group. */
  const alone = (permission: string, group: string) => (json: Loose) => {
    json.roles.director.permissions = [permission];
    json.menu[0].permission = group;
    json.menu[0].entities = ["books"];
    json.menu.splice(1);
    json.config.editors = ["keeper"];
  };
  const NOTHING = "OPENS_NOTHING app.json#/accounts/first/role";

  it("is asked of its role's permissions", async () => {
    expect(await app(alone("lending", "stock"))).toContain(NOTHING);
    expect(await app(alone("stock", "stock"))).not.toContain(NOTHING);
    const editor = (permissions: readonly string[]) =>
      app((json) => {
        alone("lending", "stock")(json);
        json.roles.director.permissions = permissions;
        json.config.editors = ["director"];
      });
    expect(await editor(["lending"])).not.toContain(NOTHING);
    expect(await editor([])).toContain(NOTHING);
  });

  it("is not known where a name of a permission is wrong, or an entity cannot be read", async () => {
    const misnamed = await app(alone("lendin", "stock"));
    expect(misnamed).toContain("UNKNOWN_PERMISSION app.json#/roles/director/permissions/0");
    expect(misnamed).not.toContain(NOTHING);
    const group = await app(alone("stock", "stok"));
    expect(group).toContain("UNKNOWN_PERMISSION app.json#/menu/0/permission");
    expect(group).not.toContain(NOTHING);
    const unread = await placesOf({
      "app.json": alone("lending", "lending"),
      "entities/books.json": "{",
    });
    expect(unread).toContain("JSON_SYNTAX entities/books.json#");
    expect(unread).not.toContain(NOTHING);
  });
});

it("what the registration page alone needs need not be a field of the entity", async () => {
  const asked = (more: object) =>
    app((json) => {
      json.registration.schema.properties.rules = { type: "boolean", title: "I read the rules", ...more };
    });
  expect(await asked({ formOnly: true })).toEqual([]);
  expect(await asked({})).toEqual(["UNKNOWN_FIELD app.json#/registration/schema/properties/rules"]);
});

import { describe, expect, it } from "vitest";
import type { JsonChange, Loose } from "../../model/library.ts";
import { placesOf } from "./places.ts";

const BOOKS = "entities/books.json";
const SUBJECTS = "entities/subjects.json";
const P = "/schema/properties";
const books = (change: JsonChange) => placesOf({ [BOOKS]: change });

describe("a sentence for a rule", () => {
  it("is of the field or of the entity", async () => {
    const moved = (sentences: object) =>
      books((json) => {
        delete json.schema.properties.title.messages.maxLength;
        json.messages = { ...json.messages, ...sentences };
      });
    expect(await moved({})).toEqual([`RULE_WITHOUT_MESSAGE ${BOOKS}#${P}/title/maxLength`]);
    expect(await moved({ "rule.maxLength": "Shorter" })).toEqual([]);
  });

  it("of pictures is for fields with pictures alone", async () => {
    const said = (name: string) =>
      books((json) => {
        const field = json.schema.properties[name];
        field.messages = { ...field.messages, image: "Another picture" };
      });
    expect(await said("cover")).toEqual([]);
    expect(await said("photos")).toEqual([]);
    expect(await said("isbn")).toEqual([`MESSAGE_WITHOUT_RULE ${BOOKS}#${P}/isbn/messages/image`]);
  });

  it("of trees is for references of an entity to itself that say so", async () => {
    const parent = (reference: object) =>
      placesOf({
        [SUBJECTS]: (json) => {
          Object.assign(json.schema.properties.parent.reference, reference);
        },
      });
    const without = [`MESSAGE_WITHOUT_RULE ${SUBJECTS}#${P}/parent/messages/tree`];
    expect(await parent({})).toEqual([]);
    expect(await parent({ tree: false })).toEqual(without);
  });

  it("is for no rule that is switched off", async () => {
    const unique = (messages: object) =>
      books((json) => {
        Object.assign(json.schema.properties.isbn, { unique: false });
        Object.assign(json.schema.properties.isbn.messages, messages);
      });
    expect(await unique({})).toEqual([]);
    expect(await unique({ unique: "Taken" })).toEqual([
      `MESSAGE_WITHOUT_RULE ${BOOKS}#${P}/isbn/messages/unique`,
    ]);
  });

  it("that something must be filled in is needed of an object that a widget draws, not of its fields", async () => {
    const required = (more: object) =>
      books((json) => {
        const { scores } = json.schema.properties;
        json.schema.properties.binding = {
          type: "object",
          title: "Binding",
          properties: { staff: scores.properties.staff },
          ...more,
        };
        json.schema.required.push("binding");
      });
    const at = `RULE_WITHOUT_MESSAGE ${BOOKS}#/schema/required/5`;
    expect(await required({})).not.toContain(at);
    expect(await required({ widget: "text" })).toContain(at);
  });

  it("may be for a rule of the account, on the registration page", async () => {
    const page = (messages: object) =>
      placesOf({
        "app.json": (json) => {
          Object.assign(json.registration.schema.properties.username.messages, messages);
        },
      });
    expect(await page({ unique: "That name is taken" })).toEqual([]);
    expect(await page({ pattern: "x" })).toEqual([
      "MESSAGE_WITHOUT_RULE app.json#/registration/schema/properties/username/messages/pattern",
    ]);
  });
});

describe("a sentence that something must be filled in may be meant for a field that is not named rightly", () => {
  const required = (change: (schema: Loose) => void) =>
    books((json) => {
      json.schema.properties.isbn.messages.required = "An ISBN, please";
      change(json.schema);
    });
  const without = `MESSAGE_WITHOUT_RULE ${BOOKS}#${P}/isbn/messages/required`;

  it("so it is not said to be for nothing", async () => {
    expect(await required(() => {})).toEqual([without]);
    expect(await required((schema) => schema.required.push("isbm"))).toEqual([
      `UNKNOWN_FIELD ${BOOKS}#/schema/required/5`,
    ]);
  });

  it("nor where the list of the names is wrong", async () => {
    expect(
      await required((schema) => {
        schema.required = "isbn";
      }),
    ).toEqual([`WRONG_TYPE ${BOOKS}#/schema/required`]);
    const among = await required((schema) => {
      schema.properties.required = schema.required;
      delete schema.required;
    });
    expect(among).not.toContain(without);
    expect(among).not.toEqual([]);
  });

  it("nor inside an object", async () => {
    const inside = (name: string) =>
      books((json) => {
        const { scores } = json.schema.properties;
        scores.properties.staff.messages.required = "A score, please";
        scores.required = [name];
        scores.properties.readers.messages.required = "A score, please";
      });
    const of = (name: string) =>
      `MESSAGE_WITHOUT_RULE ${BOOKS}#${P}/scores/properties/${name}/messages/required`;
    expect(await inside("readers")).toEqual([of("staff")]);
    expect(await inside("reader")).toEqual([`UNKNOWN_FIELD ${BOOKS}#${P}/scores/required/0`]);
  });
});

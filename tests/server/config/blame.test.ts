import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../../src/compiler/steps.ts";
import type { FoundPlugin } from "../../../src/plugin/registry.ts";
import { buildRuntime, routeServices } from "../../../src/server/runtime/build-runtime.ts";
import type { Blame } from "../../../src/wire/blame.ts";
import { LIBRARY, manifest } from "../../model/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import type { CallAnswer } from "../call-answer.ts";
import { type EditingServer, openEditing } from "./editing/open-editing.ts";

let editing: EditingServer;
let server: TestServer;
let token: string;

beforeAll(async () => {
  editing = await openEditing();
  server = editing.server;
  token = editing.token;
});
afterAll(async () => {
  await editing.close();
});

const BOOKS = "entities/books.json";

const WRITTEN = readFileSync(join(LIBRARY, BOOKS), "utf8");
const WITH_ROWS = WRITTEN.replace(
  '"widget": "textarea"',
  '"widget": "textarea",\n        "options": {\n          "rows": 7\n        }',
);

function ask(query: Readonly<Record<string, string>>, as = token, headers = {}): Promise<CallAnswer<Blame>> {
  return server.call("GET", `/api/config/blame?${new URLSearchParams(query)}`, { token: as, headers });
}

const ofBooks = (field: string, kind = "widget") => ({ entity: "books", kind, field });

/** What stands at the place that was answered, to the end of its line. */
function textAt(text: string, { place }: Blame): string {
  return (text.split("\n")[place.line - 1] ?? "").slice(place.column - 1);
}

describe("Blame names the plugin's folder and the place in the files that are served", () => {
  it.each([
    ["a field", ofBooks("title"), "plugins/text", "{"],
    ["a field inside an object", ofBooks("scores.staff"), "plugins/number", "{"],
    ["a list", ofBooks("photos"), "plugins/images", "{"],
    ["a column, by its options", ofBooks("year", "cell"), "plugins/number", '{ "grouping": false }'],
    [
      "a column through a reference",
      ofBooks("subject.name", "cell"),
      "plugins/text",
      '{ "field": "subject.n',
    ],
    ["a column into a list", ofBooks("photos.0", "cell"), "plugins/image", '{ "field": "photos.0"'],
  ])("%s", async (_case, query, plugin, text) => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    expect([body.plugin, body.place.file, body.problems]).toEqual([plugin, BOOKS, []]);
    const served = WRITTEN;
    expect(textAt(served, body)).toMatch(new RegExp(`^${text.replaceAll(/[{}.]/g, "\\$&")}`));
    const name = query.field.split(".").at(-1) ?? "";
    const around = served
      .split("\n")
      .slice(body.place.line - 1, body.place.line + 1)
      .join("");
    expect(around).toContain(query.kind === "cell" ? `"${query.field}"` : `"${name}"`);
  });

  it("the option that is named, else the options, else the field", async () => {
    editing.library.edit(BOOKS, WITH_ROWS);
    await server.config?.follow();
    const placed = async (option?: string) => {
      const { body } = await ask({ ...ofBooks("summary"), ...(option === undefined ? {} : { option }) });
      return textAt(WITH_ROWS, body);
    };
    expect(await placed("rows")).toBe("7");
    expect(await placed("/rows")).toBe("7");
    expect(await placed("/rows/0/above")).toBe("7");
    expect(await placed("columns")).toBe("{");
    expect([await placed(""), await placed()]).toEqual(["{", "{"]);
    const { body } = await ask(ofBooks("summary"));
    expect(WITH_ROWS.split("\n")[body.place.line - 1]).toContain('"options": {');
    editing.library.restore();
    await server.config?.follow();
    const field = await ask({ ...ofBooks("summary"), option: "rows" });
    expect(WRITTEN.split("\n")[field.body.place.line - 1]).toContain('"summary": {');
  });

  it("of the version that is served, where a later one is held back", async () => {
    const before = (await ask(ofBooks("summary"))).body;
    editing.library.edit(BOOKS, `\n\n\n${WITH_ROWS.replace('"rows": 7', '"rows": "many"')}`);
    await server.config?.follow();
    expect((await ask(ofBooks("summary"))).body).toEqual(before);
    editing.library.edit(BOOKS, `\n\n\n${WITH_ROWS}`);
    await server.config?.follow();
    expect((await ask(ofBooks("note"))).body.place.line).toBeGreaterThan(before.place.line);
    editing.library.restore();
    await server.config?.follow();
  });

  it("of a draft, by its token", async () => {
    const { body: draft } = await editing.draft({ [BOOKS]: WITH_ROWS });
    const headers = { "x-config-draft": String(draft.token) };
    const { body } = await ask({ ...ofBooks("summary"), option: "rows" }, token, headers);
    expect(textAt(WITH_ROWS, body)).toBe("7");
    const served = await ask({ ...ofBooks("summary"), option: "rows" });
    expect(served.body.place).not.toEqual(body.place);
    expect((await ask(ofBooks("summary"), token, { "x-config-draft": "gone" })).status).toBe(410);
    const stocker = await server.as("stocker");
    expect((await ask(ofBooks("summary"), stocker, headers)).status).toBe(403);
  });
});

describe("Whoever may not see the entity is told nothing of it", () => {
  it("is refused as at the entity's own routes", async () => {
    const lender = await server.as("lender");
    for (const field of ["title", "nothing"]) {
      const refused = await ask(ofBooks(field), lender);
      expect([refused.status, refused.error.errorCode]).toEqual([403, "FORBIDDEN"]);
      expect(refused.text).not.toMatch(/plugins|books\.json|Title/);
    }
    expect((await ask({ entity: "loans", kind: "widget", field: "book" }, lender)).status).toBe(200);
    const waiting = await server.account({ role: "stocker", approved: false });
    expect((await ask(ofBooks("title"), waiting.token)).status).toBe(403);
    expect((await server.call("GET", "/api/config/blame?entity=books&kind=widget&field=title")).status).toBe(
      401,
    );
  });

  it("learns of a field that it may not see as little as of one that there is not", async () => {
    const shelver = await server.as("shelver");
    const [unseen, unknown] = [await ask(ofBooks("price"), shelver), await ask(ofBooks("nothing"), shelver)];
    expect(unseen.status).toBe(404);
    expect(unseen.text).toBe(unknown.text);
    expect((await ask(ofBooks("title"), shelver)).status).toBe(200);
  });

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ["no entity", { kind: "widget", field: "title" }, 400],
    ["no field", { entity: "books", kind: "widget" }, 400],
    ["no kind", { entity: "books", field: "title" }, 400],
    ["another kind", ofBooks("title", "constructor"), 400],
    ["an unknown entity", { ...ofBooks("title"), entity: "shelves" }, 404],
    ["no entity's name", { ...ofBooks("title"), entity: "__proto__" }, 404],
    ["an entity by its file", { ...ofBooks("title"), entity: "../entities/books" }, 404],
    ["an unknown field", ofBooks("nothing"), 404],
    ["a blank field", ofBooks(""), 404],
    ["an object whose fields have widgets of their own", ofBooks("scores"), 404],
    ["a field through a reference", ofBooks("subject.name"), 404],
    ["a column that the list does not show", ofBooks("isbn", "cell"), 404],
    ["a name of every object", ofBooks("__proto__"), 404],
    ["one inside an object", ofBooks("scores.constructor"), 404],
    ["thousands of dots", ofBooks(".".repeat(8_000)), 404],
    ["thousands of items", ofBooks(`photos${".0".repeat(4_000)}`), 404],
    ["a column of dots", ofBooks(".".repeat(8_000), "cell"), 404],
  ])("%s", async (_case, query, status) => {
    const refused = await ask(query);
    expect(refused.status).toBe(status);
    expect(refused.text).not.toContain("plugins/");
  });

  it.each([
    ["__proto__"],
    ["/__proto__/constructor"],
    ["~"],
    ["/~2"],
    ["\0"],
    ["/0/-1/1e9"],
    ["a deep one", `/${"a/".repeat(4_000)}`],
  ])("an option that is none: %j", async (name, option = name) => {
    const { status, body } = await ask({ ...ofBooks("title"), option });
    expect([status, body]).toEqual([200, (await ask(ofBooks("title"))).body]);
  });
});

describe("Options are checked again", () => {
  it("anew where that broke", async () => {
    let breaks = true;
    let time = 0;
    const effects = {
      elapsed: () => (time += 1_000),
      turn: () => (breaks ? Promise.reject(new Error("Boom")) : Promise.resolve()),
    };
    const own = await buildServer({ effects, config: {} });
    const asked = async () =>
      (
        await own.call("GET", `/api/config/blame?${new URLSearchParams(ofBooks("summary"))}`, {
          token: await own.as("stocker"),
        })
      ).status;
    expect(await asked()).toBe(500);
    breaks = false;
    expect(await asked()).toBe(200);
    await own.close();
  });

  it("by the plugins that are installed, and those of this field alone are told", async () => {
    const own = await buildServer({
      config: {
        [BOOKS]: (json) => {
          json.schema.properties.summary.options = { rows: 7 };
          json.schema.properties.lead = {
            type: "string",
            title: "Lead",
            widget: "textarea",
            options: { rows: 9 },
          };
        },
      },
    });
    const stricter: FoundPlugin = {
      folder: "plugins/textarea",
      manifest: manifest("widget", "textarea", ["string"], {
        options: {
          type: "object",
          properties: { rows: { type: "integer", maximum: 5 }, columns: { type: "integer" } },
          required: ["columns"],
        },
      }),
    };
    const { current } = own.holder;
    const widgets = new Map([...current.registry.widgets, ["textarea", stricter] as const]);
    const registry = { ...current.registry, widgets };
    const installed = { registry, secret: "secret", services: routeServices(own.effects) };
    own.holder.current = atOnce(buildRuntime(current.config, installed, current));
    const answer = await own.call<Blame>(
      "GET",
      `/api/config/blame?${new URLSearchParams(ofBooks("summary"))}`,
      {
        token: await own.as("stocker"),
      },
    );
    const { place, problems } = answer.body;
    expect(problems).toHaveLength(2);
    // What the options lack, and what one of them says.
    expect(problems.map((one) => Number(one.split(":")[1]) - place.line).sort()).toEqual([0, 1]);
    for (const one of problems) expect(one).toMatch(/^entities\/books\.json:\d+:\d+ book › Summary: /);
    expect(problems.join()).toMatch(/textarea.*5.*\[PLUGIN_OPTION\]/);
    await own.close();
  });
});

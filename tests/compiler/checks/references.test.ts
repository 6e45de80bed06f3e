import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { type JsonChange, libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";

const LOANS = "entities/loans.json";
const AT = "/schema/properties/again/reference";

/** The problems where a loan refers to the loan before it. */
async function problemsOf(reference: object, change: JsonChange) {
  const files = await libraryWith({
    [LOANS]: (json) => {
      json.schema.properties.again = {
        type: "string",
        title: "Again",
        reference: { entity: "loans", ...reference },
      };
      change(json);
    },
  });
  expectGone(files, PLUGINS, PICTURES);
  return checkConfig(files, PLUGINS, PICTURES).problems.map((problem) => [
    `${problem.file}#${problem.path}`,
    formatProblem(problem),
  ]);
}

const titled =
  (title: string, more: JsonChange = () => {}): JsonChange =>
  (json) => {
    json.display.title = title;
    more(json);
  };

describe("whoever chooses a record finds it by what she reads", () => {
  const stored = "is stored otherwise than it reads: a search for what people see would find nothing.";
  const untitled = "by their title, which has no text of their own that a search could find.";

  it("not by a date, whatever the other list searches", async () => {
    const named = await problemsOf({ label: "lentOn" }, () => {});
    expect(named).toEqual([
      [
        `${LOANS}#${AT}/label`,
        expect.stringContaining(`chosen by "lentOn", which ${stored} Name "number". [LABEL_NOT_SEARCHED]`),
      ],
    ]);
    const searched = await problemsOf({ label: "lentOn" }, (json) => {
      json.list.search = { field: "lentOn" };
    });
    expect(searched.map(([, says]) => says)).toEqual([
      expect.stringContaining(`${stored} Name a text of "loans", and let its list search that.`),
    ]);
    const field = await problemsOf(
      {},
      titled("{lentOn}", (json) => {
        json.labelField = "lentOn";
      }),
    );
    expect(field).toEqual([[`${LOANS}#${AT}`, expect.stringContaining(`"lentOn", which ${stored} Add a`)]]);
  });

  it("not by a choice that reads otherwise than it is stored", async () => {
    const choice = (labels: object) =>
      problemsOf({ label: "mood" }, (json) => {
        json.schema.properties.mood = { type: "string", title: "Mood", enum: ["calm"], ...labels };
        json.list.search = { field: "mood" };
      });
    expect(await choice({})).toEqual([]);
    expect((await choice({ labels: { calm: "Quiet" } })).map(([at]) => at)).toEqual([`${LOANS}#${AT}/label`]);
  });

  it("not by a title of dates and numbers alone", async () => {
    for (const title of ["{lentOn}", "{renewals}", "{lentOn}, {renewals}"])
      expect(await problemsOf({}, titled(title)), title).toEqual([
        [`${LOANS}#${AT}`, expect.stringContaining(`${untitled} Add a "label" with "number".`)],
      ]);
    const unsearched = await problemsOf(
      {},
      titled("{lentOn}", (json) => {
        delete json.list.search;
      }),
    );
    expect(unsearched[0]?.[1]).toContain(
      'Add a "label" with a text of "loans", and let its list search that.',
    );
  });

  it("but by a title with a text beside the date", async () => {
    const unsearched: JsonChange = (json) => {
      delete json.list.search;
    };
    expect(await problemsOf({}, titled("{lentOn}: {number}", unsearched))).toEqual([]);
    expect(await problemsOf({}, titled("{lentOn}: {number}"))).toEqual([]);
    expect(await problemsOf({ label: "number" }, titled("{lentOn}"))).toEqual([]);
  });
});

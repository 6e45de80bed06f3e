import { expect, it } from "vitest";
import { formatProblem } from "../../src/model/problem.ts";
import { readConfig } from "../../src/model/read-config.ts";
import { LIBRARY, PLUGINS } from "./library.ts";

it("x", async () => {
  const a = await readConfig(LIBRARY, PLUGINS);
  expect(a.problems.map(formatProblem)).toEqual([]);
  console.log(
    JSON.stringify(a.config?.entities.get("books")?.form.tabs),
    a.config?.entities.get("books")?.list.columns.map((c) => c.label + ":" + c.cell.name),
  );
});
it("shop", async () => {
  const a = await readConfig("config", PLUGINS);
  console.log(a.problems.map(formatProblem).join("\n"));
});

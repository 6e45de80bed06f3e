import { cleanup } from "@testing-library/react";
import type { FieldSchema } from "../../../src/model/field-schema.ts";
import { below } from "../../../src/record/path.ts";
import { described, shownIn } from "./elements.ts";
import type { Rule } from "./rules.ts";
import { settled } from "./trial.tsx";
import { ERROR, TAKES_INVALID } from "./visits.ts";

export const P21: Rule = {
  code: "P21",
  async find(trial) {
    if (trial.manifest?.showsErrors !== true) return [];
    const found: string[] = [];
    let tried = 0;
    for (const example of trial.examples) {
      const { title, field, value } = example;
      for (const path of pathsInside(value, field)) {
        tried += 1;
        const { box } = trial.show(example, { errors: [{ path, message: ERROR }] });
        await settled();
        const at = `"${title}": an error at ${path}`;
        if (!shownIn(box).includes(ERROR)) found.push(`${at} is not seen`);
        else found.push(...untied(box).map((fault) => `${at} ${fault}`));
        cleanup();
      }
    }
    return tried === 0 ? ["it shows errors inside its value, and no example's value has parts"] : found;
  },
};

/** What a screen reader reads of the error that is seen. */
function untied(box: HTMLElement): readonly string[] {
  const tied = [...box.querySelectorAll("[aria-describedby],[aria-errormessage]")].filter((element) =>
    ["aria-describedby", "aria-errormessage"]
      .flatMap((name) => element.getAttribute(name)?.split(/\s+/) ?? [])
      .some((id) => document.getElementById(id)?.textContent?.includes(ERROR)),
  );
  if (tied.length === 0) return ["is tied to nothing by aria-describedby"];
  return tied
    .filter((element) => element.matches(TAKES_INVALID) && element.getAttribute("aria-invalid") !== "true")
    .map((element) => `is tied to ${described(element)}, which is not aria-invalid`);
}

/** Every part of a value where an error may stand: items, their fields, and those fields that are missing there. */
function pathsInside(value: unknown, schema: FieldSchema | undefined, at = ""): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => withParts(item, schema?.items, below(at, index)));
  if (typeof value !== "object" || value === null) return [];
  const names = new Set([...Object.keys(value), ...Object.keys(schema?.properties ?? {})]);
  return [...names].flatMap((name) =>
    withParts(Reflect.get(value, name), schema?.properties?.[name], below(at, name)),
  );
}

function withParts(value: unknown, schema: FieldSchema | undefined, at: string): readonly string[] {
  return [at, ...pathsInside(value, schema, at)];
}

import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { FormSkeleton, formTitle } from "../../../src/admin/form/form-skeleton.tsx";
import type { Entity } from "../../../src/model/entity.ts";
import { library } from "./library.ts";

const config = await library();
const found = (id: string): Entity => {
  const entity = config.entities.get(id);
  if (entity === undefined) throw new Error(id);
  return entity;
};
const FIELD =
  '<div class="form-field-skeleton"><span class="form-field-skeleton-label"></span><span class="form-field-skeleton-control"></span></div>';
const rows = (count: number) => `<div class="form-rows">${FIELD.repeat(count)}</div>`;
const shape = (entity: Entity) => render(<FormSkeleton entity={entity} />).container.innerHTML;

test("a form that is loading has the place of its tabs, and of each row of the first", () => {
  expect(shape(found("books"))).toBe(
    `<div class="form" aria-hidden="true"><div class="tabs tabs-skeleton"></div>${rows(6)}</div>`,
  );
  const subjects = found("subjects");
  expect(shape(subjects)).toBe(
    `<div class="form" aria-hidden="true">${rows(subjects.form.tabs[0]?.rows.length ?? 0)}</div>`,
  );
});

test("beside it that of the fields in the rail", () => {
  const loans = found("loans");
  const main = rows(loans.form.tabs[0]?.rows.length ?? 0);
  expect(shape(loans)).toBe(
    `<div class="form" aria-hidden="true"><div class="form-columns"><div class="form-main">${main}</div><div class="form-rail">${rows(3)}</div></div></div>`,
  );
});

test("a form is called after what it does", () => {
  expect([formTitle(found("books"), undefined), formTitle(found("books"), "b1")]).toEqual([
    "New book",
    "Edit book",
  ]);
});

import { expect, test } from "vitest";
import { openLoadedForm, STORED } from "../open-form.tsx";

const LOAN = {
  number: "L-0001",
  book: "b1",
  member: "m1",
  lentOn: "2026-03-01",
  returned: false,
  returnedOn: null,
  renewals: 4,
  reason: "A slow reader",
};
const openLoan = () =>
  openLoadedForm("loans", {
    id: STORED._id,
    serve: ({ method, body }) => ({
      status: 200,
      body: method === "GET" ? { ...STORED, ...LOAN } : { ...STORED, ...LOAN, ...body },
    }),
  });

const isShown = (input: HTMLElement) => input.closest("[hidden]") === null;

test("a day that was typed is cleared with its field, and back with it", async () => {
  const { person, field, saved, save, getByRole } = await openLoan();
  await person.click(getByRole("switch", { name: "Returned" }));
  await person.type(field("Returned on"), "2026-04-01");
  await person.click(getByRole("switch", { name: "Returned" }));
  expect(isShown(field("Returned on"))).toBe(false);
  await person.click(getByRole("switch", { name: "Returned" }));
  expect(isShown(field("Returned on"))).toBe(true);
  expect(field("Returned on")).toHaveProperty("value", "2026-04-01");
  await person.click(getByRole("switch", { name: "Returned" }));
  await person.clear(field("Renewals"));
  await person.type(field("Renewals"), "5");
  await save();
  expect(saved()).toMatchObject({ returned: false, returnedOn: null, renewals: 5 });
});

test("a reason that was typed gives way while the field is closed, and is back when it opens", async () => {
  const { person, field, saved, save, getByRole } = await openLoan();
  await person.type(field("Why so often"), ", and a long book");
  await person.click(getByRole("switch", { name: "Returned" }));
  expect(field("Why so often")).toHaveProperty("disabled", true);
  expect(field("Why so often")).toHaveProperty("value", "A slow reader");
  await person.click(getByRole("switch", { name: "Returned" }));
  expect(field("Why so often")).toHaveProperty("disabled", false);
  expect(field("Why so often")).toHaveProperty("value", "A slow reader, and a long book");
  await save();
  expect(saved()).toMatchObject({ reason: "A slow reader, and a long book" });
});

test("a reason is asked for above three renewals, and not while it is hidden", async () => {
  const { person, field, save, saved, writes, findByText, queryByText } = await openLoan();
  await person.clear(field("Why so often"));
  await save();
  await findByText(/The loan is not complete yet/);
  expect(writes()).toEqual([]);
  await person.clear(field("Renewals"));
  await person.type(field("Renewals"), "1");
  expect(isShown(field("Why so often"))).toBe(false);
  await save();
  expect(saved()).toMatchObject({ renewals: 1, reason: null });
  expect(queryByText("Why so often is required")).toBeNull();
});

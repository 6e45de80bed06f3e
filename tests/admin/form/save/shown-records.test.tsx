import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { useNamedRecord } from "../../../../src/admin/form/loading/use-named-record.ts";
import { useShownValues } from "../../../../src/admin/form/save/use-shown-values.ts";
import { makeSay } from "../../../../src/admin/messages/say.ts";
import { type App, AppContext } from "../../../../src/admin/services/app-context.tsx";
import type { Entity, Field } from "../../../../src/model/entity.ts";
import type { Json, StoredRecord } from "../../../../src/model/record.ts";
import { comeBack } from "../../come-back.ts";
import { servicesWith, waitingAnswers } from "../../services/services-with.tsx";
import { library } from "../library.ts";
import { STORED } from "../open-form.tsx";

const config = await library();
const entityOf = (id: string): Entity => {
  const entity = config.entities.get(id);
  if (entity === undefined) throw new Error(id);
  return entity;
};
const fieldOf = (id: string, name: string): Field => {
  const field = entityOf(id).fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(name);
  return field;
};
const entities = [...config.entities.values()].map((entity) => ({ access: "full", entity }));
const view = { entities, dateLocale: "en-GB", timeZone: "UTC", limits: config.app.limits };
const app = { view } as unknown as App;
const say = makeSay({ "cell.yes": "Yes", "cell.no": "No" });
const record = (_id: string, values: Readonly<Record<string, Json>> = {}): StoredRecord => ({
  ...STORED,
  updatedById: null,
  _id,
  ...values,
});

function screen() {
  const { asked, answer } = waitingAnswers();
  const { wrapper: Inner } = servicesWith(answer);
  return {
    asked: () => asked.map(({ path }) => path),
    give: (at: number, status: number, body: unknown) =>
      act(async () => {
        asked[at]?.give(status, body);
        // Its body is read.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }),
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <AppContext value={app}>
        <Inner>{children}</Inner>
      </AppContext>
    ),
  };
}

describe("values as people read them", () => {
  const subject = fieldOf("books", "subject");

  test("a record by its name once that is here, as it is stored where it is not found", async () => {
    const { wrapper, asked, give } = screen();
    const values = ["s1", "s2", "s3", "s1"].map((value) => ({ field: subject, value }));
    const { result } = renderHook(() => useShownValues(values, say), { wrapper });
    const shown = () => ["s1", "s2", "s3"].map((value) => result.current(subject, value));
    expect(shown()).toEqual(["s1", "s2", "s3"]);
    await act(async () => {});
    expect(asked().map((path) => path.replace(/\?.*/, ""))).toEqual([
      "/api/rest/subjects/s1",
      "/api/rest/subjects/s2",
      "/api/rest/subjects/s3",
    ]);
    await give(0, 200, record("s1", { name: "Sea" }));
    await give(1, 404, {});
    expect(shown()).toEqual(["s1", "s2", "s3"]);
    await give(2, 500, {});
    expect(shown()).toEqual(["Sea", "s2", "s3"]);
  });

  test("a record inside of a list as well", async () => {
    const lists = entityOf("reading-lists").fields.find(({ name }) => name === "books");
    if (lists === undefined) throw new Error("no list");
    const value = [{ book: "b1" }];
    const { wrapper, asked, give } = screen();
    const { result } = renderHook(() => useShownValues([{ field: lists, value }], say), { wrapper });
    await act(async () => {});
    expect(asked()).toHaveLength(1);
    await give(0, 200, record("b1", { title: "Gulls" }));
    expect(result.current(lists, value)).toContain("Gulls");
    expect(result.current(lists, value)).not.toContain("b1");
  });

  test("days as lists write them, pictures not at all, the rest as it is; nothing is asked for", async () => {
    const { wrapper, asked } = screen();
    const { result } = renderHook(() => useShownValues([], say), { wrapper });
    const picture = { fileName: "a.png", imgUrl: "/a.png" };
    expect([
      result.current(fieldOf("loans", "lentOn"), "2026-03-04"),
      result.current(fieldOf("books", "title"), "Gulls"),
      result.current(fieldOf("books", "year"), 1999),
      result.current(fieldOf("books", "cover"), picture),
      result.current(fieldOf("books", "photos"), [picture]),
      result.current(subject, null),
    ]).toEqual(["04/03/2026", "Gulls", "1999", "", "", ""]);
    await act(async () => {});
    expect(asked()).toEqual([]);
  });
});

describe("a record with what its title leads through", () => {
  const loans = entityOf("loans");

  test("is not here before that is; what cannot be read is left out", async () => {
    for (const [status, body, book] of [
      [200, record("b1", { title: "Gulls" }), expect.objectContaining({ _id: "b1", title: "Gulls" })],
      [403, {}, null],
    ] as const) {
      const { wrapper, asked, give } = screen();
      const loan = record("l1", { number: "L-1", book: "b1", member: "m1" });
      const { result } = renderHook(() => useNamedRecord(loans, loan), { wrapper });
      expect(result.current).toBeUndefined();
      await act(async () => {});
      expect(asked()).toEqual(["/api/rest/books/b1"]);
      await give(0, status, body);
      expect(result.current).toEqual({ ...loan, book });
      await comeBack();
      expect(asked()).toHaveLength(1);
    }
  });

  test("is here at once where it leads nowhere, and none where there is none", async () => {
    const { wrapper, asked } = screen();
    const empty = record("l1", { number: "L-1", book: null });
    const { result, rerender } = renderHook((one: StoredRecord | undefined) => useNamedRecord(loans, one), {
      wrapper,
      initialProps: empty as StoredRecord | undefined,
    });
    expect(result.current).toEqual(empty);
    rerender(undefined);
    expect(result.current).toBeUndefined();
    await act(async () => {});
    expect(asked()).toEqual([]);
  });
});

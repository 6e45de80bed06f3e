import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { boxOf, chosen, heldIn, openGallery } from "./open-gallery.tsx";

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const textIn = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;
const OPTIONS = "Options, as a config has them";
const RECORD = "Other fields of the record, as JSON";
const choicesOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);
const shownTitle = () => document.querySelector(".gallery-shown h2")?.textContent;
const cellIn = (state: string) => document.querySelector(`[data-state=${state}] td i`)?.textContent;

describe("what is shown of a plugin", () => {
  test("is chosen among its examples, widths, languages and servers; the address says what is not usual", () => {
    openGallery("/widget/note");
    expect(choicesOf("Example")).toEqual([
      ["0", "Short"],
      ["1", "Loud"],
    ]);
    expect(choicesOf("Language").map(([value]) => value)).toEqual(["en", "de", "nl"]);
    expect(choicesOf("Server")).toEqual([
      ["answers", "Answers"],
      ["waits", "Never answers"],
      ["fails", "Fails"],
    ]);
    expect(screen.getByLabelText<HTMLInputElement>("Full").checked).toBe(true);
    expect([shownTitle(), textIn(OPTIONS), JSON.parse(textIn(RECORD))]).toEqual([
      "Short",
      "{}",
      { mood: "calm" },
    ]);
    fill(RECORD, '{"mood":"wild"}');
    fill("Server", "waits");
    expect(chosen()).toEqual({ language: "en", server: "waits", record: '{"mood":"wild"}' });
    fill("Example", "1");
    expect(chosen()).toEqual({ language: "en", server: "waits", example: "1" });
    expect([shownTitle(), JSON.parse(textIn(OPTIONS)), textIn(RECORD)]).toEqual([
      "Loud",
      { tone: "loud" },
      "{}",
    ]);
    fill("Server", "answers");
    expect(chosen()).toEqual({ language: "en", example: "1" });
  });

  test("is what the address says", () => {
    const record = encodeURIComponent('{"mood":"sad"}');
    openGallery(`/widget/note?example=1&language=nl&server=fails&options={"size":4}&record=${record}`);
    expect(shownTitle()).toBe("Loud");
    expect(screen.getByLabelText<HTMLSelectElement>("Language").value).toBe("nl");
    expect(screen.getByLabelText<HTMLSelectElement>("Server").value).toBe("fails");
    expect([JSON.parse(textIn(OPTIONS)), JSON.parse(textIn(RECORD))]).toEqual([{ size: 4 }, { mood: "sad" }]);
  });

  test.each(['?example=9&language=xx&server=no&width=7&options={"size":0}&record=[]', "?options={&record={"])(
    "is the example's own where the address says something wrong: %s",
    (search) => {
      openGallery(`/widget/note${search}`);
      expect(shownTitle()).toBe("Short");
      expect(screen.getByLabelText<HTMLSelectElement>("Language").value).toBe("en");
      expect(screen.getByLabelText<HTMLSelectElement>("Server").value).toBe("answers");
      expect(screen.getByLabelText<HTMLInputElement>("Full").checked).toBe(true);
      expect([textIn(OPTIONS), JSON.parse(textIn(RECORD))]).toEqual(["{}", { mood: "calm" }]);
    },
  );

  test("adds nothing to the browser's history", () => {
    openGallery("/widget/note");
    const before = history.length;
    fill("Language", "de");
    expect(history.length).toBe(before);
  });

  test("may be in the languages of the plugin alone", () => {
    openGallery("/widget/address", {});
    expect(choicesOf("Language")).toEqual([]);
    expect(document.querySelector("[lang]")?.getAttribute("lang")).toBe("en");
  });
});

describe("options", () => {
  test("are described with their defaults, and need not be written where they are those", () => {
    openGallery("/widget/note?example=1");
    const described = [...document.querySelectorAll(".gallery-options > div")];
    expect(described.map(({ textContent }) => textContent)).toEqual([
      "size SizeIn lines. Default: 2",
      "tone ToneOf voice.",
    ]);
    fill(OPTIONS, '{"size":2,"tone":"soft"}');
    expect(chosen()).toEqual({ example: "1", language: "en", options: '{"tone":"soft"}' });
    fireEvent.blur(screen.getByLabelText(OPTIONS));
    expect(JSON.parse(textIn(OPTIONS))).toEqual({ tone: "soft" });
    // Those of the example are none of the address.
    fill(OPTIONS, '{"tone":"loud","size":2}');
    expect(chosen()).toEqual({ example: "1", language: "en" });
  });

  test("that the check of a config refuses are refused in its words, and the boxes keep the last valid ones", () => {
    openGallery("/widget/note");
    const editor = screen.getByLabelText(OPTIONS);
    fill(OPTIONS, '{"size":3}');
    fill(OPTIONS, '{"size":0,"tune":"x"}');
    const refusal =
      '/tune The widget "note" refuses its options: "tune" means nothing here. ' +
      '/size The widget "note" refuses its options: "size" must be 1 or more; found 0. Write 1 or more. ' +
      "The boxes keep the last valid options.";
    expect(screen.getByRole("alert").textContent).toBe(refusal);
    expect(chosen()).toEqual({ language: "en", options: '{"size":3}' });
    expect(editor.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(editor.getAttribute("aria-describedby") ?? "")?.textContent).toBe(refusal);
    fill(OPTIONS, "3");
    expect(screen.getByRole("alert").textContent).toBe("Options are an object: { }.");
    fill(OPTIONS, "{");
    expect(screen.getByRole("alert").textContent).toMatch(/^This is no JSON: .+\.$/);
    // What is wrong stays to be corrected.
    fireEvent.blur(editor);
    expect(textIn(OPTIONS)).toBe("{");
    fill(OPTIONS, "{}");
    expect(screen.queryByRole("alert")).toBeNull();
    expect([editor.getAttribute("aria-invalid"), editor.getAttribute("aria-describedby")]).toEqual([
      "false",
      null,
    ]);
  });

  test("of a plugin that has none are not asked for", () => {
    openGallery("/widget/address");
    expect(screen.getByText("This plugin takes none.")).toBeTruthy();
    expect(screen.queryByLabelText(OPTIONS)).toBeNull();
  });
});

test("the record around a field has to be an object, and the hint stays beside its refusal", () => {
  openGallery("/widget/note");
  const editor = screen.getByLabelText<HTMLTextAreaElement>(RECORD);
  const described = () =>
    (editor.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent);
  const hint = "What useSibling and useRecord answer, beside the field's own value.";
  expect([described(), Number(editor.rows)]).toEqual([[hint], 3]);
  fill(RECORD, "[]");
  expect(described()).toEqual([hint, "A record is an object: { }."]);
  expect(chosen()).toEqual({});
  fill(RECORD, JSON.stringify(Array.from({ length: 20 }), null, 1));
  expect(Number(editor.rows)).toBe(12);
});

describe("the boxes of a cell", () => {
  const given = (value: unknown, options: object, greet: string, language: string) =>
    JSON.stringify([value, options, "calm", "Short", greet, language, language, "UTC"]);

  test("show it filled and empty in a row of a list, with what it is given there", async () => {
    openGallery("/cell/note");
    await boxOf("empty", "i");
    expect(cellIn("filled")).toBe(given("hi", { size: 2 }, "Hi", "en"));
    expect(cellIn("empty")).toBe(given(null, { size: 2 }, "Hi", "en"));
    expect([...document.querySelectorAll("h3")].map(({ textContent }) => textContent)).toEqual([
      "Filled",
      "Empty",
    ]);
    const [head] = document.querySelectorAll("th");
    expect([head?.textContent, head?.className]).toEqual(["Remark", "table-end"]);
    expect(document.querySelector("td")?.className).toBe("table-end");
    fill("Filled: value as JSON", '"new"');
    expect([cellIn("filled"), heldIn("filled"), heldIn("empty")]).toEqual([
      given("new", { size: 2 }, "Hi", "en"),
      '"new"',
      "null",
    ]);
    fill(OPTIONS, '{"tone":"soft"}');
    await waitFor(() => expect(cellIn("filled")).toBe(given("new", { tone: "soft", size: 2 }, "Hi", "en")));
  });

  test("have the words of the plugin where the config has none, in the language that is chosen", async () => {
    openGallery("/cell/note?language=nl");
    await boxOf("empty", "i");
    expect(cellIn("filled")).toBe(given("hi", { size: 2 }, "Dag", "nl"));
    expect(document.querySelector(".gallery-stage")?.getAttribute("lang")).toBe("nl");
  });

  test("say why the code of a cell could not begin", async () => {
    openGallery("/cell/note", {}, () => Promise.reject(new Error("It cannot begin.")));
    const { findByText } = await boxOf("filled", "table");
    expect(await findByText("It cannot begin.")).toBeTruthy();
    expect(document.querySelector("[data-state=filled] .cell-broken")).not.toBeNull();
  });
});

describe("at 390 px", () => {
  test("a page of that width stands in the author's, and says what a widget in it asked for", async () => {
    openGallery('/widget/note?options={"size":3}');
    fireEvent.click(screen.getByLabelText("390 px"));
    expect(chosen()).toMatchObject({ width: "390" });
    const frame = screen.getByTitle<HTMLIFrameElement>("Short, 390 px wide");
    expect(document.querySelector("[data-state]")).toBeNull();
    const send = (source: Window | null, data: unknown) =>
      act(async () => void dispatchEvent(new MessageEvent("message", { source, data })));
    const line = { box: "Filled", text: "Toast (success): Done" };
    await send(window, line);
    for (const data of [null, "Done", { ...line, box: 1 }, { ...line, text: 1 }, { text: "x" }])
      await send(frame.contentWindow, data);
    expect(document.querySelectorAll(".gallery-log li")).toHaveLength(0);
    await send(frame.contentWindow, line);
    expect(screen.getByRole("listitem").textContent).toBe("Filled Toast (success): Done");
    fireEvent.click(screen.getByLabelText("Full"));
    expect(chosen()).not.toHaveProperty("width");
    expect(await boxOf("filled")).toBeTruthy();
  });

  test("the page inside has the states alone, of what is behind its #, and tells the page around it", async () => {
    const told = vi.spyOn(window.parent, "postMessage").mockImplementation(() => {});
    openGallery("/phone/widget/note#example=1&language=nl");
    const { getByText } = await boxOf("filled");
    expect(document.title).toBe("note at 390 px");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("note");
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Loud");
    expect(getByText(/^{"tone":"loud","size":2} Hi nl/)).toBeTruthy();
    expect(screen.queryByLabelText("Example")).toBeNull();
    fireEvent.click(getByText("toast"));
    expect(told).toHaveBeenCalledWith({ box: "Filled", text: "Toast (success): Done" }, location.origin);
    told.mockRestore();
  });

  test("the page inside is empty where there is no such plugin", () => {
    openGallery("/phone/widget/broken");
    expect(document.querySelector("main")).toBeNull();
  });
});

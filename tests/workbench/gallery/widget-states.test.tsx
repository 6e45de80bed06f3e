import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { boxOf, chosen, heldIn, openGallery, repair } from "./open-gallery.tsx";

const STATES = ["empty", "filled", "readOnly", "disabled", "error"];

async function input(state: string): Promise<HTMLInputElement> {
  const { element } = await boxOf(state);
  return element.querySelector("input") ?? document.createElement("input");
}
/** The paragraphs that the widget draws: what it is given, and the record. */
const said = async (state: string) =>
  [...((await input(state)).parentElement?.querySelectorAll("p") ?? [])].map(
    ({ textContent }) => textContent,
  );
const recordIn = async (state: string) => JSON.parse((await said(state))[1] ?? "");
const fill = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = async (state: string, name: string) =>
  fireEvent.click(await (await boxOf(state)).findByText(name));
const type = async (state: string, value: string) =>
  fireEvent.change(await input(state), { target: { value } });
const asked = () => [...document.querySelectorAll(".gallery-log li")].map(({ textContent }) => textContent);
const REFUSAL = /^This is how a refusal reads/;

describe("the boxes of a widget", () => {
  test("show its states, each in a record of its own field and those around it", async () => {
    openGallery("/widget/note");
    await input("error");
    const boxes = [...document.querySelectorAll("h3")].map(({ textContent }) => textContent);
    expect(boxes).toEqual(["Empty", "Filled", "Read-only", "Disabled", "With an error"]);
    const drawn = await Promise.all(
      STATES.map(async (state) => {
        const { value, disabled, readOnly } = await input(state);
        return [value, disabled, readOnly, heldIn(state)];
      }),
    );
    expect(drawn).toEqual([
      ["", false, false, "null"],
      ["hi", false, false, '"hi"'],
      ["hi", false, true, '"hi"'],
      ["hi", true, false, '"hi"'],
      ["hi", false, false, '"hi"'],
    ]);
    expect(await recordIn("filled")).toMatchObject({ mood: "calm", filled: "hi" });
    expect((await boxOf("error")).getByText(REFUSAL)).toBeTruthy();
    expect(screen.getAllByText(REFUSAL)).toHaveLength(1);
  });

  test("give it options with defaults, messages and dates of the language, and the id of a record", async () => {
    openGallery("/widget/note");
    expect((await said("filled"))[0]).toBe('{"size":2} Hi en examples example');
    fill("Language", "nl");
    expect(chosen()).toEqual({ language: "nl" });
    expect((await said("filled"))[0]).toBe('{"size":2} Hi nl examples example');
    expect((await input("filled")).closest("[lang]")?.getAttribute("lang")).toBe("nl");
  });

  test("say what the field's rules say of a value that is written, and keep what is no JSON out of the form", async () => {
    openGallery("/widget/note");
    const box = await boxOf("filled");
    expect(box.getByText("The field's rules accept it.")).toBeTruthy();
    fill("Filled: value as JSON", '"too long"');
    expect([(await input("filled")).value, heldIn("filled")]).toEqual(["too long", '"too long"']);
    expect(box.getByText(/^The field's rules refuse it: ./)).toBeTruthy();
    fill("Filled: value as JSON", '"too');
    expect([heldIn("filled"), heldIn("empty")]).toEqual(['"too long"', "null"]);
  });

  test("show the refusal of the state with an error whatever is written there, but not after an edit", async () => {
    openGallery("/widget/note");
    const field = await input("error");
    const { queryByText } = await boxOf("error");
    fill("With an error: value as JSON", '"new"');
    expect([field.value, queryByText(REFUSAL) === null]).toEqual(["new", false]);
    await type("error", "new!");
    expect([field.value, queryByText(REFUSAL)]).toEqual(["new!", null]);
    fill("Filled: value as JSON", '"new"');
    expect(screen.queryByText(REFUSAL)).toBeNull();
  });

  test.each([
    ["filled", "Filled", "hi"],
    ["empty", "Empty", ""],
  ])("start over with the example's own value: %s", async (state, title, first) => {
    openGallery("/widget/note");
    await type(state, `${first}!`);
    expect((await input(state)).value).toBe(`${first}!`);
    const startOver = (await boxOf(state)).getByText("Start over");
    expect(startOver.textContent).toBe(`Start over: ${title}`);
    fireEvent.click(startOver);
    expect((await input(state)).value).toBe(first);
  });

  test("follow other options and another record, with what was typed", async () => {
    openGallery("/widget/note");
    await type("filled", "hi!");
    fill("Options, as a config has them", '{"size":3}');
    await vi.waitFor(async () => expect((await said("filled"))[0]).toMatch(/^{"size":3} /));
    fill("Other fields of the record, as JSON", '{"mood":"wild"}');
    await vi.waitFor(async () =>
      expect(await recordIn("filled")).toMatchObject({ mood: "wild", filled: "hi!" }),
    );
    expect((await said("filled"))[0]).toMatch(/^{"size":3} /);
    expect((await input("filled")).value).toBe("hi!");
  });

  test("refuse the first part of a value that has parts too", async () => {
    openGallery("/widget/address");
    const { findByText, queryByText } = await boxOf("error", "b");
    expect(await findByText(/^\/name This is how a refusal reads/)).toBeTruthy();
    expect((await boxOf("filled", "b")).queryByText(REFUSAL)).toBeNull();
    fill("With an error: value as JSON", "null");
    expect(queryByText(/^\/name/)).toBeNull();
    fill("Example", "1");
    const list = await boxOf("error", "b");
    expect(list.queryByText(/^\//)).toBeNull();
    fill("With an error: value as JSON", "[]");
    expect(list.queryByText(/^\//)).toBeNull();
  });
});

describe("what a widget asks for", () => {
  test("is done as on a page, and is said beside it with the box that asked", async () => {
    openGallery("/widget/note");
    await press("filled", "toast");
    expect(await screen.findByText("Done")).toBeTruthy();
    await press("empty", "question");
    fireEvent.click(await screen.findByText("Lose it"));
    const { findByText } = await boxOf("empty");
    expect(await findByText("true")).toBeTruthy();
    await press("empty", "record");
    expect(await findByText('"name 2"')).toBeTruthy();
    expect(asked()).toEqual([
      "Empty Record 2 of authors",
      "Empty Question: Sure? It is lost.",
      "Filled Toast (success): Done",
    ]);
  });

  test("fails where the server is to, in boxes that begin anew", async () => {
    openGallery("/widget/note");
    await type("filled", "hi!");
    fill("Server", "fails");
    expect(chosen()).toEqual({ server: "fails", language: "en" });
    expect((await input("filled")).value).toBe("hi");
    await press("filled", "record");
    const { findByText } = await boxOf("filled");
    expect(await findByText("The server failed, in a message of its own.")).toBeTruthy();
    await press("filled", "hold");
    await press("filled", "Save");
    expect(await screen.findByText(/"The server failed, in a message of its own\."/)).toBeTruthy();
  });
});

describe("pending work", () => {
  const TITLE = "The widget holds work until the form is saved.";
  const hold = async (address = "/widget/note") => {
    openGallery(address);
    expect((await boxOf("empty")).queryByText(TITLE)).toBeNull();
    await press("empty", "hold");
    return await boxOf("empty");
  };

  test("stays ready where the server refuses the record; stored, the form is opened with it", async () => {
    const { getByText } = await hold();
    expect(getByText(TITLE)).toBeTruthy();
    await press("empty", "Fail");
    expect(await screen.findByText(/The server refuses the record/)).toBeTruthy();
    expect([(await input("empty")).value, heldIn("empty")]).toEqual(["", "null"]);
    await press("empty", "Save");
    await vi.waitFor(async () => expect((await input("empty")).value).toBe("upload-2.png"));
    expect(screen.queryByText(TITLE)).toBeNull();
    expect(asked()).toContain("Empty Upload: x.png");
  });

  test("says how far its save is, and is cancelled", async () => {
    const { findByText, queryByText } = await hold("/widget/note?server=waits");
    await press("empty", "Save");
    expect(await findByText("Saving: 25 %")).toBeTruthy();
    expect(queryByText(TITLE)).toBeNull();
    await press("empty", "Cancel");
    expect(await findByText(TITLE)).toBeTruthy();
  });

  test("is left with the value that the field has", async () => {
    await hold();
    await type("empty", "ab");
    await press("empty", "Leave");
    expect(screen.queryByText(TITLE)).toBeNull();
    expect((await input("empty")).value).toBe("ab");
  });
});

test("a widget that broke is tried again once other code is there, and no longer than its box", async () => {
  const { update, listeners, unmount } = openGallery("/widget/note");
  const { element } = await boxOf("filled");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    fill("Filled: value as JSON", '"break"');
    expect(element.querySelector("input")).toBeNull();
    repair();
    act(update);
    expect(element.querySelector("input")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(element.querySelector("input")?.value).toBe("break");
  } finally {
    vi.useRealTimers();
  }
  unmount();
  expect(listeners.size).toBe(0);
});

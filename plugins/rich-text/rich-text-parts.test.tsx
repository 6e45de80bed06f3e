import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/core";
import { type GivenField, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { drawPicture } from "./draw-picture.ts";
import type { Options, Value } from "./manifest.ts";
import manifest from "./plugin.json" with { type: "json" };
import { RichTextField } from "./rich-text-field.tsx";

afterEach(cleanup);

const LINKED = '<p>a <a href="https://a.tw" target="_blank" rel="noopener noreferrer">link</a> b</p>';
const linked = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`;

function start(given: WidgetGiven<Value, Options> = {}) {
  const field = { type: "string", format: "html", title: "Field" } satisfies GivenField;
  const view = renderWidget({ widget: RichTextField }, manifest, { field, ...given });
  const text: HTMLElement & { editor?: Editor } = screen.getByRole("textbox", { name: "Field" });
  const { editor } = text;
  if (editor === undefined) throw new Error("There is no editor.");
  const root = view.container.querySelector(".rich-text");
  return { ...view, text, editor, root, user: userEvent.setup() };
}
const button = (name: string) => screen.getByRole("button", { name });
const box = (name = "Address") => screen.queryByRole<HTMLInputElement>("textbox", { name });
const select = (editor: Editor, from: number, to = from) =>
  act(() => void editor.commands.setTextSelection({ from, to }));

describe("the text", () => {
  test("says what it is and what may be done with it", () => {
    const { text, root, set } = start({ value: "<p>a</p>", required: true });
    const said = () =>
      ["required", "invalid", "readonly", "disabled"].map((name) => text.getAttribute(`aria-${name}`));
    const marks = () =>
      ["invalid", "fixed", "empty", "output"].map((name) => root?.getAttribute(`data-${name}`));
    expect([text.tabIndex, text.getAttribute("aria-multiline"), text.className]).toEqual([
      0,
      "true",
      expect.stringContaining("rich-text-content"),
    ]);
    expect([said(), marks()]).toEqual([
      ["true", "false", "false", "false"],
      [null, null, null, "semantic"],
    ]);
    set({ required: false, readOnly: true, error: "Wrong" });
    expect([said(), marks()]).toEqual([
      ["false", "true", "true", "false"],
      ["true", "true", null, "semantic"],
    ]);
    expect([text.getAttribute("contenteditable"), screen.queryByRole("toolbar")]).toEqual(["false", null]);
    set({ readOnly: false, disabled: true, error: undefined });
    expect(said()).toEqual(["false", "false", "false", "true"]);
    set({ disabled: false });
    expect(text.getAttribute("contenteditable")).toBe("true");
    expect(screen.getByRole("toolbar").getAttribute("aria-controls")).toBe(text.id);
  });

  test("has its placeholder as long as it is empty", async () => {
    const { root, change } = start({ placeholder: "Write here" });
    expect([screen.queryByText("Write here") === null, root?.getAttribute("data-empty")]).toEqual([
      false,
      "true",
    ]);
    change("<p>a</p>");
    await waitFor(() => expect(screen.queryByText("Write here")).toBeNull());
    expect(root?.hasAttribute("data-empty")).toBe(false);
    cleanup();
    start();
    expect(document.querySelector(".rich-text-placeholder")).toBeNull();
  });

  test("is left when the focus leaves all of it", () => {
    const { text, blurs } = start({ value: "<p>a</p>" });
    act(() => text.focus());
    act(() => button("Bold").focus());
    expect(blurs()).toBe(0);
    act(() => button("elsewhere").focus());
    expect(blurs()).toBe(1);
  });

  test("from outside cannot be undone", () => {
    const { change, changes } = start({ value: "<p>a</p>" });
    change("<p>b</p>");
    expect(button("Undo").getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button("Undo"));
    expect(changes).toEqual([]);
  });
});

describe("the toolbar", () => {
  test.each([
    ["Bold", "<p><strong>ab</strong></p>"],
    ["Italic", "<p><em>ab</em></p>"],
    ["Underline", "<p><u>ab</u></p>"],
    ["Strikethrough", "<p><s>ab</s></p>"],
    ["Bullet list", "<ul><li>ab</li></ul>"],
    ["Numbered list", "<ol><li>ab</li></ol>"],
    ["Align right", '<p style="text-align: right">ab</p>'],
    ["Justify", '<p style="text-align: justify">ab</p>'],
  ])("%s is on and off again", (name, html) => {
    const { editor, changes } = start({ value: "<p>ab</p>" });
    select(editor, 1, 3);
    expect([button(name).getAttribute("aria-pressed"), button(name).title]).toEqual(["false", name]);
    fireEvent.click(button(name));
    expect(changes.at(-1)).toBe(html);
    expect(button(name).getAttribute("aria-pressed")).toBe("true");
    const left = button("Align left");
    expect(left.getAttribute("aria-pressed")).toBe(String(!/text-align/.test(html)));
    fireEvent.click(/text-align/.test(html) ? left : button(name));
    expect(changes.at(-1)).toBe("<p>ab</p>");
  });

  test("undoes and redoes where there is something, and takes no focus from the text", () => {
    const { editor, changes } = start({ value: "<p>ab</p>" });
    const off = () => ["Undo", "Redo"].map((name) => button(name).getAttribute("aria-disabled"));
    expect(off()).toEqual(["true", "true"]);
    select(editor, 1, 3);
    fireEvent.click(button("Bold"));
    expect(off()).toEqual(["false", "true"]);
    fireEvent.click(button("Undo"));
    expect(off()).toEqual(["true", "false"]);
    fireEvent.click(button("Redo"));
    expect(changes.at(-1)).toBe("<p><strong>ab</strong></p>");
    // false: the browser does nothing of its own.
    expect(fireEvent.mouseDown(button("Bold"))).toBe(false);
    expect(button("Undo").hasAttribute("aria-pressed")).toBe(false);
  });

  test("offers the headings of the options, and the one that there is", async () => {
    const { user, changes } = start({ value: "<h4>a</h4>", options: { headings: [2, 3] } });
    const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Paragraph style" });
    const offered = () => [...choice.options].map(({ value, text }) => `${value} ${text}`);
    expect(offered()).toEqual(["0 Paragraph", "2 Heading 2", "3 Heading 3", "4 Heading 4"]);
    expect(choice.value).toBe("4");
    await user.selectOptions(choice, "2");
    expect(changes.at(-1)).toBe("<h2>a</h2>");
    expect(offered()).toHaveLength(3);
    await user.selectOptions(choice, "0");
    expect([changes.at(-1), choice.value]).toEqual(["<p>a</p>", "0"]);
  });

  test("goes from its first control to its last, and leaves other keys alone", () => {
    start();
    const bar = screen.getByRole("toolbar");
    const first = within(bar).getByRole("combobox");
    act(() => first.focus());
    expect(fireEvent.keyDown(first, { key: "ArrowDown" })).toBe(true);
    expect(document.activeElement).toBe(first);
    expect(fireEvent.keyDown(first, { key: "ArrowLeft" })).toBe(false);
    expect(document.activeElement).toBe(button("Redo"));
    fireEvent.keyDown(button("Redo"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first, { key: "End" });
    fireEvent.keyDown(button("Redo"), { key: "Home" });
    expect(document.activeElement).toBe(first);
  });

  test("opens the browser's choice of pictures, of the types that the options name", () => {
    const { container } = start({ options: { imageTypes: ["image/png"] } });
    const input = container.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("There is no file input.");
    expect([input.accept, input.multiple, input.hidden, input.tabIndex]).toEqual([
      "image/png",
      true,
      true,
      -1,
    ]);
    const opened = vi.spyOn(input, "click");
    fireEvent.click(button("Insert image"));
    expect(opened).toHaveBeenCalledOnce();
  });
});

describe("a link", () => {
  test("is put around what is selected, and its button opens and closes its box", async () => {
    const { editor, changes, user } = start({ value: "<p>ab cd</p>" });
    select(editor, 1, 3);
    expect(button("Link").getAttribute("aria-pressed")).toBe("false");
    await user.click(button("Link"));
    expect([document.activeElement, button("Link").getAttribute("aria-pressed")]).toEqual([box(), "true"]);
    expect([box()?.inputMode, box()?.autocomplete, box()?.value]).toEqual(["url", "off", ""]);
    expect(screen.queryByRole("button", { name: "Remove link" })).toBeNull();
    await user.click(button("Link"));
    expect(box()).toBeNull();
    await user.click(button("Link"));
    await user.keyboard("a.tw");
    await user.click(button("Apply"));
    expect(changes).toEqual([`<p>${linked("https://a.tw", "ab")} cd</p>`]);
    expect(box()).toBeNull();
  });

  test("that is there is shown, changed whole, and removed", async () => {
    const { editor, changes, user } = start({ value: LINKED });
    select(editor, 5);
    await waitFor(() => expect(button("Link").getAttribute("aria-pressed")).toBe("true"));
    await user.click(button("Link"));
    expect(box()?.value).toBe("https://a.tw");
    // Any other would submit the form.
    expect(document.querySelectorAll("button:not([type=button])")).toHaveLength(0);
    await user.clear(box() ?? document.body);
    await user.keyboard("mailto:a@b.c{Enter}");
    expect(changes.at(-1)).toBe(`<p>a ${linked("mailto:a@b.c", "link")} b</p>`);
    await user.click(button("Link"));
    await user.click(button("Remove link"));
    expect([changes.at(-1), box()]).toEqual(["<p>a link b</p>", null]);
  });

  test("that is refused keeps the focus in its box until it is corrected; Escape leaves it", async () => {
    const { changes, user } = start({ value: "<p>a</p>" });
    await user.click(button("Link"));
    expect(box()?.getAttribute("aria-invalid")).toBe("false");
    await user.keyboard("nothing");
    await user.click(button("Apply"));
    expect([document.activeElement, box()?.getAttribute("aria-invalid")]).toEqual([box(), "true"]);
    const said = document.getElementById(box()?.getAttribute("aria-describedby") ?? "");
    expect([said?.textContent, said?.getAttribute("role")]).toEqual([
      "A link starts with http, https, mailto, tel or sms",
      "alert",
    ]);
    await user.keyboard("!");
    expect([box()?.getAttribute("aria-invalid"), box()?.getAttribute("aria-describedby")]).toEqual([
      "false",
      null,
    ]);
    const input = box() ?? document.body;
    // Else a form or a dialog around it would take the key.
    const outside = vi.fn();
    document.addEventListener("keydown", outside);
    expect(fireEvent.keyDown(input, { key: "x" })).toBe(true);
    expect(outside).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(input, { key: "Enter", isComposing: true });
    expect(box()?.getAttribute("aria-invalid")).toBe("false");
    expect(fireEvent.keyDown(input, { key: "Escape" })).toBe(false);
    expect([box(), changes]).toEqual([null, []]);
    document.removeEventListener("keydown", outside);
  });

  test("has no box where nothing may be changed", async () => {
    const { set, user } = start({ value: LINKED });
    await user.click(button("Link"));
    set({ readOnly: true });
    expect(box()).toBeNull();
  });
});

describe("pictures", () => {
  const PNG = [0x89, 0x50, 0x4e, 0x47, 1];
  const file = () => new File([new Uint8Array(PNG)], "a.png", { type: "image/png" });
  const INLINE = `data:image/png;base64,${btoa(String.fromCharCode(...PNG))}`;
  function paste(text: HTMLElement, html: string, files: readonly File[]) {
    const event = new Event("paste", { bubbles: true, cancelable: true });
    const clipboardData = { files, getData: (type: string) => (type === "text/html" ? html : ""), types: [] };
    act(() => void text.dispatchEvent(Object.assign(event, { clipboardData })));
  }

  test("are pasted alone, but not beside a text, of which Word makes one too", async () => {
    const { text, changes } = start();
    paste(text, "<p>words</p>", [file()]);
    expect(changes).toEqual(["<p>words</p>"]);
    cleanup();
    for (const html of ["", "<p> </p>"]) {
      const alone = start();
      paste(alone.text, html, [file()]);
      await waitFor(() => expect(alone.changes).toEqual([`<p><img src="${INLINE}"></p>`]));
      cleanup();
    }
  });

  test("that cannot be pasted with their text are counted, until the next paste", async () => {
    const { text, changes } = start();
    const says = (sentence: string) =>
      waitFor(() => expect(screen.getByRole("alert").textContent).toBe(sentence));
    const leftOut = (count: number) =>
      `Pictures left out of the pasted text: ${count}. Drop them here, or insert them with the picture button`;
    const word = '<p>words<img src="file:///C:/a.png"><img src="file:///C:/b.png"><img></p>';
    paste(text, `${word}<p><img src="${INLINE}"><img src="https://a.tw/c.png"></p>`, [file()]);
    await says(leftOut(3));
    expect(changes.at(-1)).toContain(`<p>words</p><p><img src="${INLINE}">`);
    paste(text, "<p>words</p>", []);
    await says("");
    paste(text, '<img src="file:///C:/a.png">', []);
    await says(leftOut(1));
    paste(text, "", [file()]);
    await says("");
  });

  test("that come when nothing may be changed any more are not put in", async () => {
    const { container, set, changes } = start();
    const input = container.querySelector("input[type=file]") ?? document.body;
    const text = new File(["x"], "a.txt", { type: "text/plain" });
    fireEvent.change(input, { target: { files: [file(), text] } });
    set({ readOnly: true });
    await screen.findByText("“a.txt” was not inserted: a picture must be PNG or JPEG");
    expect(changes).toEqual([]);
  });

  test("have an alternative text of a thousand characters at most, without blanks around it", async () => {
    const { editor, changes, user } = start({ value: '<p><img src="/api/images/a.png"></p>' });
    const name = "What the picture shows";
    act(() => void editor.commands.setNodeSelection(1));
    const open = button("Alternative text of the picture");
    await waitFor(() => expect(open.getAttribute("aria-disabled")).toBe("false"));
    await user.click(open);
    expect([box(name)?.maxLength, open.getAttribute("aria-pressed")]).toEqual([1000, "true"]);
    await user.keyboard(" Tea ");
    await user.click(button("Apply"));
    expect(changes).toEqual(['<p><img src="/api/images/a.png" alt="Tea"></p>']);
    act(() => void editor.commands.setNodeSelection(1));
    await waitFor(() => expect(open.getAttribute("aria-disabled")).toBe("false"));
    await user.click(open);
    expect(box(name)?.value).toBe("Tea");
    // Any other would submit the form.
    expect(document.querySelectorAll("button:not([type=button])")).toHaveLength(0);
    select(editor, 1);
    await waitFor(() => expect(box(name)).toBeNull());
    expect(open.getAttribute("aria-pressed")).toBe("false");
  });

  test("are drawn with what is said of them, and a word for those of which nothing is", () => {
    const texts = { alt: () => "Picture", elsewhere: String };
    const draw = (attrs: object) => {
      const image = drawPicture({ src: "/api/images/a.png", width: null, height: null, ...attrs }, texts);
      return ["alt", "title", "width", "height"].map((attribute) => image.getAttribute(attribute));
    };
    expect(draw({})).toEqual(["Picture", null, null, null]);
    expect(draw({ alt: "" })).toEqual(["Picture", null, null, null]);
    expect(draw({ alt: "Tea", title: "T", width: "3", height: "4" })).toEqual(["Tea", "T", "3", "4"]);
  });
});

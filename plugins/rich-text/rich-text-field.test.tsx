import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/core";
import { type GivenField, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, describe, expect, test } from "vitest";
import type { Options, Value } from "./manifest.ts";
import manifest from "./plugin.json" with { type: "json" };
import { RichTextField } from "./rich-text-field.tsx";

afterEach(cleanup);

const OLDER = '<p class="ql-align-center">a</p><ol><li data-list="bullet">b</li></ol>';
const PNG = [0x89, 0x50, 0x4e, 0x47, 1];
const INLINE = `data:image/png;base64,${btoa(String.fromCharCode(...PNG))}`;

function start(given: WidgetGiven<Value, Options> = {}) {
  const field = { type: "string", format: "html", title: "Field" } satisfies GivenField;
  const view = renderWidget({ widget: RichTextField }, manifest, { field, ...given });
  const text = screen.getByRole("textbox", { name: "Field" });
  const input = view.container.querySelector<HTMLInputElement>("input[type=file]");
  return { ...view, text, input, user: userEvent.setup({ applyAccept: false }) };
}

describe("the text", () => {
  test("is a named, described text box that shows what Quill wrote, and changes nothing by being opened", () => {
    const { text, changes, host } = start({ value: OLDER, required: true, error: "Wrong" });
    expect(text.getAttribute("aria-describedby")).toBe("form.field-hint form.field-error");
    expect(text.getAttribute("aria-invalid")).toBe("true");
    expect(text.id).toBe("form.field");
    expect(within(text).getByRole("listitem").parentElement?.tagName).toBe("UL");
    expect(text.querySelector("p")?.style.textAlign).toBe("center");
    expect(changes).toEqual([]);
    expect(host.isHolding()).toBe(false);
  });

  test("an edit writes plain HTML; taken back, the very same string is sent again", async () => {
    const { user, changes } = start({ value: OLDER });
    const level = screen.getByRole("combobox", { name: "Paragraph style" });
    await user.selectOptions(level, "Heading 3");
    expect(changes.at(-1)).toBe('<h3 style="text-align: center">a</h3><ul><li>b</li></ul>');
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(changes.at(-1)).toBe(OLDER);
  });

  test("in Quill's form nothing but an edit writes it anew", async () => {
    const marked = OLDER.replace(
      '<li data-list="bullet">',
      '$&<span class="ql-ui" contenteditable="false"></span>',
    );
    const { user, changes, host } = start({ value: marked, options: { output: "quill" } });
    expect([changes, host.isHolding()]).toEqual([[], false]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Paragraph style" }), "Heading 3");
    expect(changes.at(-1)).toBe('<h3 class="ql-align-center">a</h3><ol><li data-list="bullet">b</li></ol>');
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(changes.at(-1)).toBe(marked);
  });

  test("Backspace takes away indents that Quill made", async () => {
    const indented = '<p class="ql-indent-2">a</p>';
    const { user, text, changes } = start({ value: indented, options: { output: "quill" } });
    text.focus();
    for (const expected of ['<p class="ql-indent-1">a</p>', "<p>a</p>"]) {
      await user.keyboard("{Backspace}");
      expect(changes.at(-1)).toBe(expected);
    }
  });

  test("a value from outside replaces it, without being an edit", () => {
    const { text, change, changes } = start({ value: OLDER });
    change("<p>new</p>");
    expect(text.textContent).toBe("new");
    change(null);
    expect(text.textContent).toBe("");
    expect(changes).toEqual([]);
  });

  test("where nothing may be changed there is no toolbar", () => {
    const { text } = start({ value: OLDER, disabled: true });
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(text.getAttribute("contenteditable")).toBe("false");
  });

  test.each([[7], [{}], [["x"]], [true], ["<p"], ["<svg><p>x"]])("%j breaks nothing", (value) => {
    const { changes } = start({ value });
    expect(changes).toEqual([]);
  });
});

describe("the toolbar", () => {
  test("is one stop; arrows, Home and End go round", async () => {
    const { user } = start();
    const bar = screen.getByRole("toolbar", { name: "Formatting of Field" });
    expect(bar.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    screen.getByRole("combobox").focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bold" }));
    await user.keyboard("{End}{ArrowRight}{ArrowLeft}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Redo" }));
    expect(bar.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  test("shows what holds", async () => {
    const { user, changes } = start({ value: "<p>a</p>" });
    const centre = screen.getByRole("button", { name: "Centre" });
    expect(centre.getAttribute("aria-pressed")).toBe("false");
    expect(screen.getByRole("button", { name: "Align left" }).getAttribute("aria-pressed")).toBe("true");
    await user.click(centre);
    expect(centre.getAttribute("aria-pressed")).toBe("true");
    expect(changes.at(-1)).toBe('<p style="text-align: center">a</p>');
    await user.click(screen.getByRole("button", { name: "Numbered list" }));
    expect(changes.at(-1)).toBe('<ol><li style="text-align: center">a</li></ol>');
  });

  test("a link takes the protocols of the specification only", async () => {
    const { user, changes } = start();
    await user.click(screen.getByRole("button", { name: "Link" }));
    await user.type(screen.getByRole("textbox", { name: "Address" }), "javascript:x{Enter}");
    expect(screen.getByText("A link starts with http, https, mailto, tel or sms")).toBeTruthy();
    await user.clear(screen.getByRole("textbox", { name: "Address" }));
    await user.type(screen.getByRole("textbox", { name: "Address" }), "a.tw{Enter}");
    expect(changes.at(-1)).toBe(
      '<p><a href="https://a.tw" target="_blank" rel="noopener noreferrer">a.tw</a></p>',
    );
    expect(screen.queryByRole("textbox", { name: "Address" })).toBeNull();
  });
});

describe("the alternative text of a picture", () => {
  const STORED = '<p><img src="/api/images/a.png" alt="Tea"></p>';
  const button = () => screen.getByRole("button", { name: "Alternative text of the picture" });
  const box = () => screen.queryByRole<HTMLInputElement>("textbox", { name: "What the picture shows" });

  /** As a click on it does where elements have places. */
  async function select(text: HTMLElement & { editor?: Editor }) {
    const { editor } = text;
    if (editor === undefined) throw new Error("no editor");
    editor.state.doc.descendants(({ type }, at) => {
      if (type.name === "image") act(() => void editor.commands.setNodeSelection(at));
    });
    await waitFor(() => expect(button().getAttribute("aria-disabled")).not.toBe("true"));
  }

  test("is written once the picture is selected, and stored", async () => {
    const { user, text, changes } = start({ value: `<p>Words</p>${STORED}` });
    expect(button().getAttribute("aria-disabled")).toBe("true");
    await select(text);
    await user.click(button());
    expect(box()?.value).toBe("Tea");
    expect(document.activeElement).toBe(box());
    await user.clear(box() as HTMLInputElement);
    await user.keyboard('A "pot" & two cups{Enter}');
    expect(changes.at(-1)).toBe(
      '<p>Words</p><p><img src="/api/images/a.png" alt="A &quot;pot&quot; &amp; two cups"></p>',
    );
    expect(box()).toBeNull();
  });

  test("of a picture without one is empty at first, and may stay so", async () => {
    const { user, text, changes } = start({ value: '<p><img src="/api/images/a.png"></p>' });
    await select(text);
    await user.click(button());
    expect(box()?.value).toBe("");
    await user.keyboard("{Enter}");
    expect(changes.at(-1)).toBe('<p><img src="/api/images/a.png" alt=""></p>');
    expect(box()).toBeNull();
  });

  test("Escape leaves it as it was; another selection closes the box", async () => {
    const { user, text, changes } = start({ value: STORED });
    await select(text);
    await user.click(button());
    await user.keyboard("x{Escape}");
    expect([changes, box()]).toEqual([[], null]);
    await user.click(button());
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect([changes, box()]).toEqual([[], null]);
  });
});

describe("pictures", () => {
  const file = (name: string, type: string, bytes = PNG) => new File([new Uint8Array(bytes)], name, { type });

  test("stay in the text until the save, which uploads each once and puts its address in its place", async () => {
    let sent: File | undefined;
    const { input, user, changes, host, save, leave } = start({
      host: {
        async upload([file], { onProgress }) {
          sent = file;
          onProgress(1);
          return [{ fileName: "n.png", imgUrl: "/api/images/n.png", expiresAt: null }];
        },
      },
    });
    if (input === null) throw new Error("no file input");
    await user.upload(input, file("a.png", "image/png"));
    await waitFor(() => expect(changes.at(-1)).toBe(`<p><img src="${INLINE}"></p>`));
    expect(host.all("upload")).toEqual([]);
    expect(host.standIn()).toBe('<p><img src=""></p>');
    for (const refusal of ["Someone was faster", "Once more"])
      expect(await save({ refusal })).toMatchObject({ saved: false });
    expect(host.all("upload")).toHaveLength(1);
    expect([...new Uint8Array((await sent?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual(PNG);
    leave();
    expect(host.all("removal").map(({ fileName }) => fileName)).toEqual(["n.png"]);
  });

  test("one that a failed save had uploaded and that is then taken out is given up, by leaving as by saving", async () => {
    for (const end of ["leave", "save"] as const) {
      const { input, user, changes, host, save, leave, unmount } = start();
      if (input === null) throw new Error("no file input");
      await user.upload(input, file("a.png", "image/png"));
      await waitFor(() => expect(changes).toHaveLength(1));
      expect(await save({ refusal: "Someone was faster" })).toMatchObject({ saved: false });
      await user.click(screen.getByRole("button", { name: "Undo" }));
      expect(changes.at(-1)).toBeNull();
      expect(host.isHolding()).toBe(true);
      expect(host.standIn()).toBeUndefined();
      if (end === "leave") leave();
      else expect(await save()).toMatchObject({ saved: true, value: null });
      expect(host.all("removal").map(({ fileName }) => fileName)).toEqual(["upload-1.png"]);
      unmount();
    }
  });

  test("in a list in Quill's form are saved like others", async () => {
    const { input, user, changes, save } = start({
      value: '<ol><li data-list="bullet">b</li></ol>',
      options: { output: "quill" },
    });
    if (input === null) throw new Error("no file input");
    await user.upload(input, file("a.png", "image/png"));
    await waitFor(() =>
      expect(changes.at(-1)).toBe(`<ol><li data-list="bullet"><img src="${INLINE}">b</li></ol>`),
    );
    expect(await save()).toMatchObject({
      saved: true,
      value: '<ol><li data-list="bullet"><img src="/api/images/upload-1.png">b</li></ol>',
    });
  });

  test("a refused upload is reported, and nothing is lost", async () => {
    const { input, user, changes, save } = start({ behaves: { upload: { fails: "offline" } } });
    if (input === null) throw new Error("no file input");
    await user.upload(input, file("a.png", "image/png"));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(await save()).toMatchObject({ saved: false, error: { message: "Image upload failed: offline" } });
    expect(screen.getByRole("img", { name: "Picture" })).toBeTruthy();
  });

  test.each<[string, File, Partial<Options>, string]>([
    [
      "another kind",
      file("a.gif", "image/gif"),
      {},
      "“a.gif” was not inserted: a picture must be PNG or JPEG",
    ],
    [
      "one not allowed",
      file("a.jpg", "image/jpeg", [0xff, 0xd8, 0xff]),
      { imageTypes: ["image/png"] },
      "“a.jpg” was not inserted: a picture must be PNG",
    ],
    [
      "another kind inside",
      file("a.jpg", "image/jpeg"),
      {},
      "“a.jpg” was not inserted: a picture must be PNG or JPEG",
    ],
    [
      "too large",
      file("a.png", "image/png", [...PNG, 1, 2, 3, 4, 5, 6]),
      {},
      "“a.png” was not inserted: a picture must not exceed 0MB",
    ],
  ])("%s is refused in words", async (_, given, options, sentence) => {
    const { input, user, changes } = start({ options: { maxImageBytes: 10, ...options } });
    if (input === null) throw new Error("no file input");
    await user.upload(input, given);
    await screen.findByText(sentence);
    expect(changes).toEqual([]);
  });

  test("dropped ones land where they were dropped, in their order, wherever the cursor was", async () => {
    const { text, changes, unmount } = start({ value: "<p>abc</p><p>def</p>" });
    const [, second] = text.querySelectorAll("p");
    // A page without a layout does not know what is at a point.
    const at = { offsetNode: second?.firstChild, offset: 1 };
    Object.assign(document, { caretPositionFromPoint: () => at, elementFromPoint: () => second });
    const files = [file("a.png", "image/png"), file("b.png", "image/png", [...PNG, 2])];
    const drop = new Event("drop", { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { files, getData: () => "" }, clientX: 5, clientY: 5 });
    act(() => void second?.dispatchEvent(drop));
    expect(drop.defaultPrevented).toBe(true);
    const other = `data:image/png;base64,${btoa(String.fromCharCode(...PNG, 2))}`;
    await waitFor(() =>
      expect(changes.at(-1)).toBe(`<p>abc</p><p>d<img src="${INLINE}"><img src="${other}">ef</p>`),
    );
    unmount();
    Reflect.deleteProperty(document, "caretPositionFromPoint");
    Reflect.deleteProperty(document, "elementFromPoint");
  });

  test("older ones that nobody edited are the server's to store", () => {
    const { host } = start({ value: `<p><img src="${INLINE}"></p>` });
    expect(host.isHolding()).toBe(false);
  });

  test("one of another site is named, not loaded, and stays", async () => {
    const { text, user, changes } = start({ value: '<p><img src="https://a.tw/b.png"></p>' });
    expect(text.textContent).toContain("Picture on another site: https://a.tw/b.png");
    expect(text.querySelector("img[src]")).toBeNull();
    await user.selectOptions(screen.getByRole("combobox"), "Heading 1");
    expect(changes.at(-1)).toBe('<h1><img src="https://a.tw/b.png"></h1>');
  });
});

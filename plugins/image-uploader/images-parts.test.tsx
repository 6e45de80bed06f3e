import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { type GivenField, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ImageWork } from "./image-work.ts";
import { ImagesField } from "./images-field.tsx";
import type { Options, Value } from "./manifest.ts";
import { list, single } from "./picture-fields.ts";
import manifest from "./plugin.json" with { type: "json" };
import type { ImagesProps } from "./use-pictures.ts";

const image = (fileName: string) => ({ fileName, imgUrl: `/api/images/${fileName}`, expiresAt: null });
const picture = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: "image/png" });
const work: ImageWork = {
  compress: async (file, _target, _side, _signal, onProgress) => {
    onProgress(0.5);
    return file;
  },
  preview: async () => new Blob(["small"]),
};
const Field = (given: Omit<ImagesProps, "work">) => <ImagesField {...given} work={work} />;
afterEach(cleanup);

function start(given: WidgetGiven<Value, Options> = {}) {
  const view = renderWidget({ widget: Field }, manifest, { field: list, ...given });
  const group = screen.getByRole("group", { name: "Field" });
  const input = view.container.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("There is no file input.");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Field Add image" });
  return { ...view, group, input, button };
}
const choose = (input: HTMLElement, ...files: readonly File[]) =>
  act(async () => void fireEvent.change(input, { target: { files } }));

describe("where images are chosen", () => {
  test("a button opens the browser's own choice, of the types that the options name", () => {
    const { input, button, control } = start({ options: { types: ["image/png", "image/webp"] } });
    expect(control()).toBe(button);
    expect([input.accept, input.multiple, input.hidden, input.tabIndex]).toEqual([
      "image/png,image/webp",
      true,
      true,
      -1,
    ]);
    const opened = vi.spyOn(input, "click");
    fireEvent.click(button);
    expect(opened).toHaveBeenCalledOnce();
    expect(button.getAttribute("aria-describedby")).toBe("form.field-hint");
  });

  test.each([
    ["one where one may be", single, false],
    ["one where a list has one", { ...list, maxItems: 1 }, false],
    ["many where nothing limits them", { type: "array", title: "Field", items: list.items }, true],
  ] satisfies [string, GivenField, boolean][])("%s", (_, field, multiple) => {
    expect(start({ field }).input.multiple).toBe(multiple);
  });

  test("how many there are is said where they are limited, and how to add some where there is room", () => {
    const { container } = start({ value: [image("a.png")] });
    const texts = () =>
      ["hint", "count"].map((name) => container.querySelector(`.images-${name}`)?.textContent);
    const [hint] = texts();
    expect(texts()).toEqual([expect.stringMatching(/./), "1 of 2"]);
    cleanup();
    const full = start({ value: [image("a.png"), image("b.png")] });
    expect(full.container.querySelector(".images-hint")).toBeNull();
    full.set({ disabled: true });
    expect(full.input.disabled).toBe(true);
    cleanup();
    const free = start({ field: { type: "array", title: "Field", items: list.items } });
    expect(free.container.querySelector(".images-hint")?.textContent).toBe(hint);
    expect(free.container.querySelector(".images-count")).toBeNull();
    cleanup();
    const one = start({ field: single });
    expect(one.container.querySelector(".images-count")).toBeNull();
    one.set({ readOnly: true });
    expect([one.input.disabled, one.button.disabled]).toEqual([true, true]);
    expect(one.container.querySelector(".images-hint")).toBeNull();
  });

  test("a list of which the field says nothing is one all the same, where its value is", () => {
    const { input } = start({ field: { type: "object", title: "Field" }, value: [image("a.png")] });
    expect(input.multiple).toBe(true);
  });

  test("the same file can be chosen again after it was", async () => {
    const { input, host } = start();
    await choose(input, picture("a.png"));
    expect(input.value).toBe("");
    expect(host.isHolding()).toBe(true);
  });

  test("an error at the field marks the whole of it", () => {
    const { group, set } = start({ error: "Too few" });
    expect(group.getAttribute("data-invalid")).toBe("true");
    set({ error: undefined });
    expect(group.hasAttribute("data-invalid")).toBe(false);
  });

  test("it is left when the focus leaves all of it", () => {
    const { button, blurs } = start({ value: [image("a.png")] });
    const remove = screen.getByRole("button", { name: /^Delete/ });
    act(() => remove.focus());
    act(() => button.focus());
    expect(blurs()).toBe(0);
    act(() => screen.getByRole("button", { name: "elsewhere" }).focus());
    expect(blurs()).toBe(1);
  });
});

describe("files that are dragged over it", () => {
  function drag(group: HTMLElement, type: "dragOver" | "dragLeave" | "drop", given: object): boolean {
    // false: the page takes what is dragged.
    return !fireEvent[type](group, { dataTransfer: { types: ["Files"], files: [], ...given } });
  }
  const isOver = (group: HTMLElement) => group.getAttribute("data-over");

  test("are shown a place as long as they are there; texts are not", () => {
    const { group, button } = start();
    expect([drag(group, "dragOver", { types: ["text/plain"] }), isOver(group)]).toEqual([false, null]);
    expect([drag(group, "dragOver", {}), isOver(group)]).toEqual([true, "true"]);
    const leaveFor = (relatedTarget: Element) =>
      act(() => {
        const event = Object.assign(new Event("dragleave", { bubbles: true }), { relatedTarget });
        group.dispatchEvent(event);
      });
    leaveFor(button);
    expect(isOver(group)).toBe("true");
    leaveFor(document.body);
    expect(isOver(group)).toBeNull();
    drag(group, "dragOver", {});
    expect([drag(group, "drop", {}), isOver(group)]).toEqual([false, null]);
  });

  test.each(["disabled", "readOnly"])("are not taken while it is %s", (state) => {
    const { group, host } = start({ [state]: true });
    expect([drag(group, "dragOver", {}), isOver(group)]).toEqual([false, null]);
    expect(drag(group, "drop", { files: [picture("a.png")] })).toBe(false);
    expect(host.isHolding()).toBe(false);
  });
});

describe("an image", () => {
  test("that does not load says so; one that is no address to follow cannot be downloaded", () => {
    start({ value: [image("a.png"), { ...image("b.png"), imgUrl: "javascript:x" }] });
    fireEvent.error(screen.getByRole("img", { name: "Image 1 of 2" }));
    expect(screen.queryByRole("img", { name: "Image 1 of 2" })).toBeNull();
    expect(document.querySelector(".images-broken")?.textContent).not.toBe("");
    const links = screen.getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => [link.getAttribute("href"), link.target, link.rel])).toEqual([
      ["/api/images/a.png", "_blank", "noreferrer"],
    ]);
  });

  test("that waits for the save says so, and has the file itself to be enlarged and downloaded", async () => {
    const { input } = start({ value: [image("a.png")] });
    await choose(input, picture("b.png", 2_000_000));
    await screen.findByRole("img", { name: "Image 2 of 2" });
    expect(document.querySelectorAll(".images-pending")).toHaveLength(1);
    expect(screen.queryByRole("progressbar")).toBeNull();
    const [, link] = screen.getAllByRole<HTMLAnchorElement>("link");
    expect([link?.download, link?.getAttribute("href")?.startsWith("blob:")]).toEqual(["b.png", true]);
    const shown = screen.getByRole<HTMLImageElement>("img", { name: "Image 2 of 2" });
    expect(shown.getAttribute("src")).not.toBe(link?.getAttribute("href"));
    fireEvent.click(screen.getByRole("button", { name: "Enlarge: Image 2 of 2" }));
    const large = screen.getByRole("dialog", { name: "Image 2 of 2" }).querySelector("img");
    expect([large?.getAttribute("src"), large?.alt]).toEqual([link?.getAttribute("href"), "Image 2 of 2"]);
    // Any other would submit the form.
    expect(document.querySelectorAll("button:not([type=button])")).toHaveLength(0);
  });

  test("that is large is closed by a click beside it, not by one on it", () => {
    start({ value: [image("a.png")] });
    fireEvent.click(screen.getByRole("button", { name: "Enlarge: Image 1 of 1" }));
    const dialog = screen.getByRole<HTMLDialogElement>("dialog");
    expect(dialog.open).toBe(true);
    fireEvent.click(dialog.querySelector("img") ?? dialog);
    expect(dialog.open).toBe(true);
    fireEvent.click(dialog);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("cannot be removed while nothing may be changed, nor by a question that was asked before", async () => {
    const { set, changes, host } = start({ value: [image("a.png")], host: { confirm: () => answered } });
    let answer = (_: boolean) => {};
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    fireEvent.click(screen.getByRole("button", { name: /^Delete/ }));
    set({ readOnly: true });
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
    await act(async () => answer(true));
    expect([changes, host.isHolding()]).toEqual([[], false]);
  });

  test("that was refused before is forgotten with the next that is removed", async () => {
    const { input } = start({ value: [image("a.png")] });
    await choose(input, new File(["x"], "a.txt", { type: "text/plain" }), picture("b.png"));
    await screen.findByRole("img", { name: "Image 2 of 2" });
    expect(screen.getByRole("alert").textContent).not.toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Delete: Image 2 of 2" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(""));
    await choose(input, new File(["x"], "a.txt", { type: "text/plain" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete: Image 1 of 1" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(""));
  });

  test("that is stored is deleted by the save, once, and one without a name is let go of", async () => {
    const nameless = { imgUrl: "/api/images/x.png" } as never;
    const { host, save, changes } = start({ value: [image("a.png"), nameless] });
    for (const name of ["Delete: Image 2 of 2", "Delete: Image 1 of 1"]) {
      fireEvent.click(screen.getByRole("button", { name }));
      await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
    }
    expect(changes).toEqual([[image("a.png")], []]);
    expect(await save()).toMatchObject({ saved: true });
    expect(host.all("removal").map(({ fileName }) => fileName)).toEqual(["a.png"]);
    await waitFor(() => expect(host.isHolding()).toBe(false));
  });
});

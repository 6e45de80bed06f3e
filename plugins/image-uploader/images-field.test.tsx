import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Host } from "admin";
import { renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, describe, expect, test } from "vitest";
import type { ImageWork } from "./image-work.ts";
import { ImagesField } from "./images-field.tsx";
import type { Options, Value } from "./manifest.ts";
import { list, single } from "./picture-fields.ts";
import manifest from "./plugin.json" with { type: "json" };
import type { ImagesProps } from "./use-pictures.ts";

const image = (fileName: string) => ({ fileName, imgUrl: `/api/images/${fileName}`, expiresAt: null });
const picture = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: "image/png" });

/** Work without a canvas: done when the test says so, for names that start with "slow"; "bad" ones fail. */
function makeWork() {
  let finish = () => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work: ImageWork = {
    async compress(file) {
      if (file.name.startsWith("slow")) await waiting;
      if (file.name.startsWith("bad")) throw new Error("no");
      return file;
    },
    preview: async () => new Blob(["small"]),
  };
  return { work, finish: () => finish() };
}

let present: ImageWork;

function Field(given: Omit<ImagesProps, "work">) {
  return <ImagesField {...given} work={present} />;
}

afterEach(cleanup);

function start(given: WidgetGiven<Value, Options> = {}) {
  const { work, finish } = makeWork();
  present = work;
  const view = renderWidget({ widget: Field }, manifest, { field: list, ...given });
  const input = view.container.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("no file input");
  const add = screen.getByRole("button", { name: "Field Add image" });
  return { ...view, input, add, finish, user: userEvent.setup({ applyAccept: false }) };
}

describe("images", () => {
  test("that were chosen go into a draft, and come back from one with their names", async () => {
    const first = start({ value: [image("a.png")] });
    await first.user.upload(first.input, picture("b.png"));
    const held = first.host.all("hold").at(-1)?.work;
    expect(held?.draft).toMatchObject({ pictures: [{ file: { name: "b.png" } }] });
    cleanup();
    const second = start({ value: [image("a.png")] });
    act(() => second.host.restore(held?.draft));
    await waitFor(() => expect(second.host.standIn()).toMatchObject([image("a.png"), { fileName: "b.png" }]));
    expect(await second.save()).toMatchObject({ saved: true, value: [image("a.png"), {}] });
  });

  test("are a list, each named, with what can be done with it", () => {
    start({ value: [image("a.png"), image("b.png")] });
    const items = within(screen.getByRole("list", { name: "Field" })).getAllByRole("listitem");
    expect(items).toHaveLength(2);
    expect(screen.getByRole("img", { name: "Image 1 of 2" }).getAttribute("src")).toBe("/api/images/a.png");
    expect(screen.getByRole("link", { name: "Download: Image 2 of 2" }).getAttribute("download")).toBe(
      "b.png",
    );
    expect(screen.getByText("2 of 2")).toBeTruthy();
  });

  test("at the limit the add control is disabled; deleting one, after a question, enables it again", async () => {
    const { add, changes, host, user, save } = start({
      value: [image("a.png"), image("b.png")],
      agrees: false,
    });
    expect(add).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("button", { name: "Delete: Image 1 of 2" }));
    expect(host.all("confirm")).toEqual([
      {
        what: "confirm",
        title: "Warning",
        text: "Do you want to delete this image?",
        confirm: "Delete",
        cancel: "Cancel",
        danger: true,
      },
    ]);
    expect(changes).toEqual([]);
    host.agree(true);
    await user.click(screen.getByRole("button", { name: "Delete: Image 1 of 2" }));
    expect(changes).toEqual([[image("b.png")]]);
    expect(add).toHaveProperty("disabled", false);
    expect(document.activeElement).toBe(add);
    expect(await save()).toMatchObject({ saved: true, value: [image("b.png")] });
  });

  test("a value that changes while the question stands keeps what came with it", async () => {
    let answer = (_yes: boolean) => {};
    const confirm = () =>
      new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    const { changes, user, change } = start({ value: [image("a.png")], host: { confirm } });
    await user.click(screen.getByRole("button", { name: "Delete: Image 1 of 1" }));
    change([image("a.png"), image("b.png")]);
    await act(async () => answer(true));
    expect(changes).toEqual([[image("b.png")]]);
    await user.click(screen.getByRole("button", { name: "Delete: Image 1 of 1" }));
    change([image("c.png")]);
    await act(async () => answer(true));
    expect(changes).toHaveLength(1);
  });

  test("chosen ones stay pending, count for validation, and are uploaded by the save alone", async () => {
    const { input, add, user, host, save, changes } = start({ value: [image("a.png")] });
    await user.upload(input, picture("b.png"));
    await screen.findByRole("img", { name: "Image 2 of 2" });
    expect(screen.getByText("Uploaded on save")).toBeTruthy();
    expect(add).toHaveProperty("disabled", true);
    expect(changes).toEqual([]);
    expect(host.all("upload")).toEqual([]);
    expect(host.standIn()).toHaveLength(2);
    expect(await save({ refusal: "Someone was faster" })).toMatchObject({ saved: false });
    const value = [image("a.png"), expect.objectContaining({ fileName: "upload-1.png" })];
    expect(await save()).toMatchObject({ saved: true, value });
    expect(host.all("upload").map(({ files }) => files)).toEqual([["b.png"]]);
    expect(host.isHolding()).toBe(false);
  });

  test("a save cancelled in mid-upload sends only what is missing when it is tried again; leaving gives up what arrived", async () => {
    let isSlow = true;
    const upload: Host["upload"] = ([file], { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        if (file !== undefined && !(isSlow && file.name === "b.png")) resolve([image(`kept-${file.name}`)]);
      });
    const { input, user, host, save, cancelSave, leave } = start({ host: { upload } });
    await user.upload(input, [picture("a.png"), picture("b.png")]);
    await screen.findByRole("img", { name: "Image 2 of 2" });
    const sent = () => host.all("upload").flatMap(({ files }) => files);

    const cancelled = save();
    await waitFor(() => expect(sent()).toEqual(["a.png", "b.png"]));
    cancelSave();
    expect(await cancelled).toMatchObject({ saved: false, error: { name: "AbortError" } });
    expect(host.isHolding()).toBe(true);
    isSlow = false;
    expect(await save({ refusal: "Someone was faster" })).toMatchObject({ saved: false });
    expect(sent()).toEqual(["a.png", "b.png", "b.png"]);
    leave();
    await waitFor(() =>
      expect(host.all("removal").map(({ fileName }) => fileName)).toEqual(["kept-a.png", "kept-b.png"]),
    );
  });

  test("one that is being made smaller shows so, and counts", async () => {
    const { input, add, user, finish } = start({ field: single });
    await user.upload(input, picture("slow.png", 2_000_000));
    expect(screen.getByRole("progressbar", { name: "Compressing…" })).toBeTruthy();
    expect(add).toHaveProperty("disabled", true);
    finish();
    await screen.findByRole("img", { name: "Image 1 of 1" });
  });

  test.each([
    [
      [new File(["x"], "a.txt", { type: "text/plain" })],
      "“a.txt” was not taken: only images can be uploaded (PNG, JPEG, WEBP, and GIF)",
    ],
    [[picture("a.png", 5 * 1024 * 1024 + 1)], "“a.png” was not taken: an image must not exceed 5MB"],
    [[picture("bad.png", 2_000_000)], "“bad.png” was not taken: image compression failed"],
  ])("refuses %# in words, until the next try", async (files, sentence) => {
    const { input, user } = start();
    await user.upload(input, files);
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(sentence));
    expect(screen.queryByRole("list")).toBeNull();
    await user.upload(input, picture("fine.png"));
    expect(screen.getByRole("alert").textContent).toBe("");
  });

  test("each of several that are refused is named, with the kinds that this field takes", async () => {
    const { input, user } = start({ options: { types: ["image/png", "image/svg+xml"] } });
    await user.upload(input, [
      new File(["x"], "a.jpg", { type: "image/jpeg" }),
      picture("b.png"),
      new File(["x"], "c.txt", { type: "text/plain" }),
    ]);
    await screen.findByRole("img", { name: "Image 1 of 1" });
    expect(screen.getByRole("alert").textContent).toBe(
      ["a.jpg", "c.txt"]
        .map((name) => `“${name}” was not taken: only images can be uploaded (PNG and SVG)`)
        .join(""),
    );
  });

  test("three where there may be two: two are taken, and that there are at most two is no error", async () => {
    const { input, user, container } = start();
    await user.upload(input, [picture("a.png"), picture("b.png"), picture("c.png")]);
    await screen.findByRole("img", { name: "Image 2 of 2" });
    const said = screen.getByText("At most 2 images can be uploaded");
    expect(said.closest("[role=status]")).not.toBeNull();
    expect(screen.getByRole("alert").textContent).toBe("");
    expect(container.querySelector("[aria-invalid=true]")).toBeNull();
    for (const button of screen.getAllByRole("button", { name: /^Delete/ }).toReversed())
      await user.click(button);
    await user.upload(input, picture("fine.png"));
    expect(screen.queryByText("At most 2 images can be uploaded")).toBeNull();
  });

  test("drop and paste are as good as choosing, and refused where nothing can be changed", async () => {
    const { container, set } = start();
    const group = container.querySelector(".images") as HTMLElement;
    const give = (type: "drop" | "paste", file: File) => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      const files = [file];
      Object.assign(event, {
        [type === "drop" ? "dataTransfer" : "clipboardData"]: { files, types: ["Files"] },
      });
      act(() => void group.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(give("drop", picture("a.png"))).toBe(true);
    await screen.findByRole("img", { name: "Image 1 of 1" });
    expect(give("paste", picture("b.png"))).toBe(true);
    await screen.findByRole("img", { name: "Image 2 of 2" });
    set({ disabled: true });
    expect(give("drop", picture("c.png"))).toBe(false);
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  });

  test("enlarges in a dialog that closes again", async () => {
    const { user } = start({ value: [image("a.png")] });
    await user.click(screen.getByRole("button", { name: "Enlarge: Image 1 of 1" }));
    const dialog = await screen.findByRole("dialog", { name: "Image 1 of 1" });
    expect(within(dialog).getByRole("img").getAttribute("src")).toBe("/api/images/a.png");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a single image is one, and gone is null", async () => {
    const { add, input, changes, user } = start({ field: single, value: image("a.png") });
    expect(add).toHaveProperty("disabled", true);
    expect(input.multiple).toBe(false);
    await user.click(screen.getByRole("button", { name: "Delete: Image 1 of 1" }));
    expect(changes).toEqual([null]);
    expect(add).toHaveProperty("disabled", false);
  });

  test("a form that writes the new value before a failed save shows and keeps no image twice", async () => {
    const { input, user, host, save, change } = start();
    await user.upload(input, picture("b.png"));
    await screen.findByRole("img");
    await save({ refusal: "Someone was faster" });
    const value = [image("upload-1.png")];
    change(value);
    expect(screen.getAllByRole("img")).toHaveLength(1);
    expect(await save()).toMatchObject({ saved: true, value: [{ fileName: "upload-1.png" }] });
    expect(host.all("upload")).toHaveLength(1);
  });

  test.each([["x"], [7], [{ imgUrl: 5 }], [[null, "a", {}]], [[image("a.png"), null]]])(
    "%j breaks nothing",
    (value) => {
      start({ value });
    },
  );
});

import { cleanup, fireEvent, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PluginExample } from "../../../src/model/plugin-manifest.ts";
import type { Json } from "../../../src/model/record.ts";
import { described, interactive } from "./elements.ts";
import type { Rule } from "./rules.ts";
import { type ShownWidget, settled, type Trial } from "./trial.tsx";
import { rulesBrokenBy, wrongIn } from "./value-rules.ts";

export const P13: Rule = {
  code: "P13",
  async find(trial) {
    const found: string[] = [];
    const known = new Set<string>();
    for (const example of trial.examples) {
      const ways = await waysToHold(() => trial.show(example, { value: null }));
      for (const { name, standIn } of ways) {
        for (const { rule } of rulesBrokenBy(example.field, standIn ?? null))
          found.push(
            `"${example.title}", pending by ${name}: its standIn ${JSON.stringify(standIn)} breaks "${rule}"`,
          );
      }
      // A way that another example holds by is tried there.
      for (const way of ways.filter(({ name }) => !known.has(name))) {
        known.add(way.name);
        found.push(...(await faultsOfPending(trial, example, way)));
      }
    }
    return found;
  },
};

/** A way by which it holds work, and what then stands in for the value. */
type HoldingWay = Way & { readonly standIn: Json | undefined };

async function faultsOfPending(
  trial: Trial,
  example: PluginExample,
  way: HoldingWay,
): Promise<readonly string[]> {
  const found: string[] = [];
  const hold = async () => {
    const view = trial.show(example, { value: null });
    if (await holdsBy(way, view)) return view;
    cleanup();
    return undefined;
  };
  const first = await hold();
  const report = (what: string) => found.push(`"${example.title}", pending by ${way.name}: ${what}`);
  if (first === undefined) return [];
  const uploads = ({ host }: ShownWidget) => host.all("upload").flatMap(({ files }) => files).length;

  const refused = await first.save({ refusal: "Someone was faster" });
  if (way.isTyped && uploads(first) === 0 && !refused.saved && isFieldFailure(refused.error)) {
    if (way.standIn === undefined)
      report("it refuses what was typed without a standIn, so that a required field is said to be empty");
    // It refuses what was typed, for as long as that is there.
    first.change((example.value ?? null) as Json);
    await settled();
    if (first.host.isHolding()) report("what was typed is refused after another value came");
    cleanup();
    return found;
  }
  if (!isRefusal(refused)) report(`prepare fails: ${errorOf(refused)}`);
  const once = uploads(first);
  const again = await first.save();
  if (!again.saved) report(`a second try after a refused save fails: ${errorOf(again)}`);
  else for (const wrong of wrongIn(example, again.value ?? null)) found.push(wrong);
  if (uploads(first) > once) report("a second try uploads again what was uploaded");
  cleanup();

  const failing = await hold();
  failing?.host.behave("upload", { fails: "No room" });
  const failed = await failing?.save();
  if (failing !== undefined && uploads(failing) > 0 && failed !== undefined) {
    if (failed.saved) report("a failed upload is saved all the same");
    else if (!isFieldFailure(failed.error))
      report(`a failed upload is no FieldFailure but ${errorOf(failed)}`);
    failing.host.behave("upload", "answers");
    const retried = await failing.save();
    if (!retried.saved) report(`a try after a failed upload fails: ${errorOf(retried)}`);
  }
  cleanup();

  const slow = await hold();
  slow?.host.behave("upload", "waits");
  const saving = slow?.save();
  await settled();
  slow?.cancelSave();
  const cancelled = await saving;
  if (cancelled?.saved && uploads(first) > 0) report("a cancelled save is saved");
  await settled();
  if (slow?.host.all("upload").some(({ signal }) => !signal.aborted))
    report("an upload goes on after the save is cancelled");
  slow?.host.behave("upload", "answers");
  const after = await slow?.save();
  if (after?.saved === false) report(`a try after a cancelled save fails: ${errorOf(after)}`);
  cleanup();

  const left = await hold();
  await left?.save({ refusal: "Someone was faster" });
  left?.leave();
  await settled();
  const removed = left?.host.all("removal").length ?? 0;
  if (left !== undefined && removed < uploads(left))
    report(`leaving removes ${removed} of ${uploads(left)} uploads`);
  cleanup();

  const gone = await hold();
  gone?.unmount();
  await settled();
  if (gone?.host.isHolding()) report("its work is pending after it is gone");
  cleanup();
  return found;
}

/** Something that a person does, of which a widget may hold work. */
interface Way {
  readonly name: string;
  readonly isTyped?: boolean;
  /** Answers whether it took something that it may have to work on first. */
  act(view: ShownWidget): Promise<boolean>;
}

const BYTES = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const FILES = [new File([BYTES], "picture.png", { type: "image/png" })];
const CARRIED = { files: FILES, types: ["Files"], items: [], getData: () => "" };

const BUTTON = "button,[role=button]";
const user = () => userEvent.setup({ delay: null, applyAccept: false });

/** What can be done with what it shows: files chosen, pasted or dropped, buttons clicked, text typed and done. */
function waysIn(view: ShownWidget): readonly Way[] {
  const clipboardData = CARRIED;
  return [
    ...fileInputs(view).map((_, index) => ({
      name: `file input ${index + 1}`,
      async act(now: ShownWidget) {
        const input = fileInputs(now)[index];
        if (input !== undefined) await user().upload(input, FILES);
        return input !== undefined;
      },
    })),
    { name: "paste", act: async ({ control }) => !fireEvent.paste(control(), { clipboardData }) },
    { name: "drop", act: async ({ control }) => !fireEvent.drop(control(), { dataTransfer: CARRIED }) },
    ...interactive(view.box).map((control, index) => ({
      name: `control ${index + 1}, ${described(control)}`,
      isTyped: !control.matches(BUTTON),
      async act({ box }: ShownWidget) {
        const same = interactive(box)[index];
        if (same?.matches(BUTTON)) await user().click(same);
        else if (same instanceof HTMLElement) {
          same.focus();
          await user().keyboard("a{Enter}");
        }
        return false;
      },
    })),
  ];
}

const fileInputs = ({ box }: ShownWidget) => [...box.querySelectorAll<HTMLInputElement>("input[type=file]")];

/** Those after which it holds work: each found in a widget that holds none yet. */
async function waysToHold(show: () => ShownWidget): Promise<readonly HoldingWay[]> {
  const found: HoldingWay[] = [];
  let view = show();
  for (const way of waysIn(view)) {
    if (!(await holdsBy(way, view))) continue;
    found.push({ ...way, standIn: view.host.standIn() });
    cleanup();
    view = show();
  }
  cleanup();
  return found;
}

async function holdsBy(way: Way, view: ShownWidget): Promise<boolean> {
  const isTaken = await way.act(view);
  await settled();
  if (isTaken && !view.host.isHolding())
    await waitFor(() => view.host.isHolding() || Promise.reject(new Error("nothing is pending")), {
      timeout: 500,
    }).catch(() => {});
  return view.host.isHolding();
}

type Ended = Awaited<ReturnType<ShownWidget["save"]>>;

function isRefusal(ended: Ended): boolean {
  return !ended.saved && ended.error instanceof Error && ended.error.message === "Someone was faster";
}

function isFieldFailure(error: unknown): boolean {
  return error instanceof Error && error.name === "FieldFailure";
}

function errorOf(ended: Ended): string {
  return ended.saved ? "it was saved" : String(ended.error);
}

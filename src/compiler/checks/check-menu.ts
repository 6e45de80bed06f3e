import type { LocalText } from "../../model/schema-parts.ts";
import { below } from "../../record/path.ts";
import { ICON_NAMES } from "../icon-names.ts";
import { nameHints } from "../report/nearest.ts";
import type { FileFaults, Report } from "../report/reported-faults.ts";
import { isKnownLanguage, localTextFault, localTextIn } from "../resolve/local-text.ts";
import type { Check, WrittenConfig } from "../written-config.ts";

/** Everybody finds every entity in the menu, no two entries that stand together read the same, and icons exist. */
export const checkMenu: Check = (config) => {
  const { app, entities, entityIds } = config;
  for (const { value, report, isReported } of entities.values()) {
    checkIcon(value.menu.icon, "/menu/icon", report);
    for (const key of ["label", "create", "list"] as const)
      checkText(config, value.menu[key], value.language, { at: below("/menu", key), report, isReported });
  }
  if (app === undefined) return;
  const { report } = app;
  const { menu, language } = app.value;
  const groups = menu.flatMap(({ label }, index) => {
    const at = below("/menu", index, "label");
    checkText(config, label, language, { at, ...app });
    const text = localTextIn(label, language);
    return typeof label === "string" || text !== "" ? [[text, at] as const] : [];
  });
  checkLabels(groups, "group of the menu", report);
  menu.forEach((group, index) => {
    checkIcon(group.icon, below("/menu", index, "icon"), report);
    const labels: [string, string][] = [];
    group.entities.forEach((id, place) => {
      const path = below("/menu", index, "entities", place);
      const entity = entities.get(id)?.value;
      const label = entity === undefined ? "" : localTextIn(entity.menu.label, entity.language);
      if (group.entities.indexOf(id) < place) {
        const message = `"${id}" is in this group a second time.`;
        report(path, "DUPLICATE_NAME", { message, hint: "Remove one of the two." });
      } else if (label !== "") labels.push([label, path]);
    });
    checkLabels(labels, "entry of this group", report);
  });

  const shown = new Set(menu.flatMap((group) => group.entities));
  // A wrong name is reported where it stands; it may be meant as the one that is missing here.
  const areNamed = [...shown].every((id) => entityIds.has(id));
  for (const [id, entity] of entities) {
    if (areNamed && !shown.has(id)) {
      const hint = `Add "${id}" to the "entities" of a group of "menu" in app.json.`;
      const message = "No group of the menu shows it, so that nobody finds it.";
      entity.report("/menu", "NOT_IN_MENU", { message, hint }, "key");
    }
    const { menu, language } = entity.value;
    const [create, list] = [localTextIn(menu.create, language), localTextIn(menu.list, language)];
    if (create !== "" && create === list) {
      const message = `Its two entries in the menu, "create" and "list", both read "${list}".`;
      entity.report("/menu/list", "DUPLICATE_LABEL", { message, found: `"${list}"` });
    }
  }
};

const ALL_ICONS = "https://primeng.org/icons";

export function checkIcon(name: string | undefined, path: string, report: Report): void {
  if (name === undefined || ICON_NAMES.includes(name)) return;
  // In HTML an icon is named with pi- before it.
  const bare = name.replace(/^(?:pi )?pi-/, "");
  const near = nameHints(bare, ICON_NAMES);
  const all =
    near.hint === undefined ? near : { ...near, hint: `${near.hint} All are shown at ${ALL_ICONS}.` };
  const hints = ICON_NAMES.includes(bare) ? { meant: bare } : all;
  report(path, "UNKNOWN_ICON", { message: `There is no icon "${name}".`, ...hints, found: `"${name}"` });
}

interface TextPlace extends FileFaults {
  readonly at: string;
}

/** A text in several languages has that of its screen. */
function checkText(
  config: WrittenConfig,
  text: LocalText,
  language: string,
  { at, report, isReported }: TextPlace,
): void {
  if (typeof text === "string" || isReported(at) || !isKnownLanguage(config, language)) return;
  const fault = localTextFault(text, language);
  if (fault !== undefined) report(at, "NO_LABEL", fault);
}

function checkLabels(
  labels: readonly (readonly [label: string, path: string])[],
  what: string,
  report: Report,
): void {
  const seen = new Set<string>();
  for (const [label, path] of labels) {
    if (seen.has(label)) {
      const message = `Another ${what} reads "${label}" too.`;
      report(path, "DUPLICATE_LABEL", { message, found: `"${label}"` });
    }
    seen.add(label);
  }
}

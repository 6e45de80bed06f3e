import { below } from "../../record/path.ts";
import { ICON_NAMES } from "../icon-names.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import type { Check } from "../written-config.ts";

/** Everybody finds every entity in the menu, no two entries that stand together read the same, and icons exist. */
export const checkMenu: Check = ({ app, entities, entityIds }) => {
  for (const { value, report } of entities.values()) checkIcon(value.menu.icon, "/menu/icon", report);
  if (app === undefined) return;
  const { report } = app;
  const { menu } = app.value;
  const groups = menu.map(({ label }, index) => [label, below("/menu", index, "label")] as const);
  checkLabels(groups, "group of the menu", report);
  menu.forEach((group, index) => {
    checkIcon(group.icon, below("/menu", index, "icon"), report);
    const labels: [string, string][] = [];
    group.entities.forEach((id, place) => {
      const path = below("/menu", index, "entities", place);
      const label = entities.get(id)?.value.menu.label ?? "";
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
    const { create, list } = entity.value.menu;
    if (create !== "" && create === list) {
      const message = `Its two entries in the menu, "create" and "list", both read "${list}".`;
      entity.report("/menu/list", "DUPLICATE_LABEL", { message, found: `"${list}"` });
    }
  }
};

export function checkIcon(name: string | undefined, path: string, report: Report): void {
  if (name === undefined || ICON_NAMES.includes(name)) return;
  // In HTML an icon is named with pi- before it.
  const bare = name.replace(/^(?:pi )?pi-/, "");
  const hints = ICON_NAMES.includes(bare) ? { meant: bare } : nameHints(bare, ICON_NAMES);
  report(path, "UNKNOWN_ICON", { message: `There is no icon "${name}".`, ...hints, found: `"${name}"` });
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

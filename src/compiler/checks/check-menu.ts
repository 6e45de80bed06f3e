import { below } from "../../record/path.ts";
import type { Check, Report } from "../written-config.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Everybody finds every entity in the menu, and no two entries that stand together read the same. */
export const checkMenu: Check = (config, report) => {
  if (config.app === undefined) return;
  const { file, value: app } = config.app;
  checkLabels(
    file,
    app.menu.map(({ label }, index) => [label, below("/menu", index, "label")]),
    "group of the menu",
    report,
  );
  app.menu.forEach(({ entities }, index) => {
    const at = below("/menu", index, "entities");
    const labels: [string, string][] = [];
    entities.forEach((id, place) => {
      const path = below(at, place);
      if (entities.indexOf(id) < place) {
        report(file, path, "DUPLICATE_NAME", {
          message: `"${id}" is in this group a second time.`,
          hint: "Remove one of the two.",
        });
        return;
      }
      const label = config.entities.get(id)?.value.menu.label ?? "";
      if (label !== "") labels.push([label, path]);
    });
    checkLabels(file, labels, "entry of this group", report);
  });

  const shown = new Set(app.menu.flatMap(({ entities }) => entities));
  // A wrong name is reported where it stands; it may be meant as the one that is missing here.
  const areNamed = [...shown].every((id) => config.entityIds.has(id));
  for (const [id, { file: entityFile, value }] of config.entities) {
    if (areNamed && !shown.has(id)) {
      const hint = `Add "${id}" to the "entities" of a group of "menu" in app.json.`;
      const message = "No group of the menu shows it, so that nobody finds it.";
      report(entityFile, "/menu", "NOT_IN_MENU", { message, hint }, "key");
    }
    const { create, list } = value.menu;
    if (create !== "" && create === list) {
      const message = `Its two entries in the menu, "create" and "list", both read "${list}".`;
      report(entityFile, "/menu/list", "DUPLICATE_LABEL", { message, found: `"${list}"` });
    }
  }
};

function checkLabels(
  file: JsonFile,
  labels: readonly (readonly [label: string, path: string])[],
  what: string,
  report: Report,
): void {
  const seen = new Set<string>();
  for (const [label, path] of labels) {
    if (seen.has(label)) {
      const message = `Another ${what} reads "${label}" too.`;
      report(file, path, "DUPLICATE_LABEL", { message, found: `"${label}"` });
    }
    seen.add(label);
  }
}

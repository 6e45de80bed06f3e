import { matchPath } from "react-router-dom";
import type { Problem } from "../../model/problem.ts";
import type { Speaker } from "../../record/messages.ts";
import type { SessionUser } from "../../wire/session.ts";
import type { AppView, EntityView, OpenEntity, RightsView } from "../../wire/views.ts";

/** The screens of an entity, as route patterns. */
export const SCREENS = {
  list: "list",
  create: "create",
  edit: "edit/:id",
  history: "history/:id",
  bin: "bin",
} as const;

export const listPath = (entity: string) => `/${entity}/${SCREENS.list}`;
export const createPath = (entity: string) => `/${entity}/${SCREENS.create}`;
export const editPath = (entity: string, id: string) => `/${entity}/edit/${encodeURIComponent(id)}`;

export const historyPath = (entity: string, id: string) => `/${entity}/history/${encodeURIComponent(id)}`;
export const binPath = (entity: string) => `/${entity}/${SCREENS.bin}`;

/** The page with all changes. */
export const JOURNAL_PATH = "/journal";

/** The page that says how webhooks are doing. */
export const WEBHOOKS_SCREEN = "/webhooks";

/** The page that edits the config. */
export const CONFIG_PATH = "/config";
/** That page, at the place of a problem. */
export const configPath = ({ file, line, column }: Pick<Problem, "file" | "line" | "column">) =>
  `${CONFIG_PATH}?${new URLSearchParams({ file, line: String(line), column: String(column) })}`;

/** The entities whose screens this account may open: the server says so, and the stored account has the permission. */
export function openEntities(view: AppView, user: SessionUser): readonly OpenEntity[] {
  return view.entities.filter(
    (one): one is OpenEntity =>
      one.access === "full" && one.rights.openTo.some((permission) => user.permissions.includes(permission)),
  );
}

/** What this account may do with the records of an entity; undefined where it is not open. */
export function rightsTo(view: AppView, id: string): RightsView | undefined {
  const found = view.entities.find((one) => one.access === "full" && one.entity.id === id);
  return found?.access === "full" ? found.rights : undefined;
}

/** The groups of the menu with their open entities, in the order of the config; none without entities. */
export function openGroups(view: AppView, user: SessionUser) {
  const open = new Map(openEntities(view, user).map(({ entity }) => [entity.id, entity]));
  return view.menu
    .filter(({ permission }) => permission.some((one) => user.permissions.includes(one)))
    .map(({ label, entities }) => ({ label, entities: entities.flatMap((id) => open.get(id) ?? []) }))
    .filter(({ entities }) => entities.length > 0);
}

/** Who refuses a path: the entity that it names; undefined where it names none. */
export function speakerOf(pathname: string, view: AppView): Speaker | undefined {
  const found = entityOf(pathname, view);
  return found?.access === "full" ? found.entity : found;
}

function entityOf(pathname: string, { entities }: AppView): EntityView | undefined {
  const id = matchPath("/:entity/*", pathname)?.params.entity;
  return entities.find((one) => (one.access === "full" ? one.entity.id : one.id) === id);
}

/** Whether a path is the screen of an entity that exists, but not for this account. */
export function isRefused(pathname: string, view: AppView, user: SessionUser): boolean {
  const isScreen = Object.values(SCREENS).some((screen) => matchPath(`/:entity/${screen}`, pathname));
  const named = entityOf(pathname, view);
  if (!isScreen || named === undefined) return false;
  const open = openEntities(view, user).find((one) => one === named);
  const isAt = (screen: string) => matchPath(`/:entity/${screen}`, pathname) !== null;
  if (open === undefined) return true;
  return (isAt(SCREENS.create) && !open.rights.create) || (isAt(SCREENS.bin) && !open.rights.delete);
}

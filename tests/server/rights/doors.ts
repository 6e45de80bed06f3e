import type { Field } from "../../../src/model/entity.ts";
import type { Route } from "../../../src/server/http/route.ts";
import type { Asking, Business } from "./business.ts";
import { readThroughReferences, rightsFrom } from "./oracle.ts";

/** Sessions that are none: whoever has one is asked to log in. */
export const NO_SESSION: ReadonlySet<string> = new Set(["none", "unknown", "ended", "gone"]);

/** Who gets past the door of a route: each of its lines says it of a person. */
type Door = (business: Business, asking: Asking) => boolean;

const anyone: Door = () => true;
const isIn: Door = (_, { session }) => !NO_SESSION.has(session);
const isApproved: Door = (business, asking) => isIn(business, asking) && asking.session !== "unapproved";
const editor: Door = (business, asking) =>
  isApproved(business, asking) && business.config.app.config.editors.includes(asking.role);
const readsJournal: Door = (business, asking) => {
  const { history, roles } = business.config.app;
  const held = roles[asking.role]?.permissions ?? [];
  return (
    isApproved(business, asking) && history?.permission !== undefined && held.includes(history.permission)
  );
};
const fillsPictures: Door = (business, asking) =>
  isApproved(business, asking) &&
  business.entities.some(({ id, fields }) => {
    const rights = rightsFrom(business.config, id, asking);
    return fields.some(
      (field) => isPictured(field) && (rights.creates(field.name) || rights.edits(field.name)),
    );
  });

/** Every route that is not an entity's. */
const DOORS: Readonly<Record<string, Door>> = {
  "GET /health": anyone,
  "GET /ready": anyone,
  // Asks for a token of its own: tests/server/operating/metrics.test.ts.
  "GET /metrics": () => false,
  "GET /validators/{name}": anyone,
  "GET /config/public": anyone,
  "GET /config/version": anyone,
  "GET /config": isIn,
  "GET /config/blame": isIn,
  // What it describes is cut to what the account may do: tests/server/openapi/.
  "GET /openapi.json": isIn,
  "GET /preferences": isIn,
  // Of a tile that the account does not have: 404. Its numbers: tests/server/config/charts.test.ts.
  "GET /home/chart": isIn,
  "PUT /preferences/{key}": isIn,
  "GET /journal": readsJournal,
  // Each asks the rights to the records that it is about: tests/server/records/history.test.ts.
  "GET /journal/bin": isIn,
  "GET /journal/created": isIn,
  "GET /journal/{position}": isIn,
  "GET /journal/images/{name}": isIn,
  "POST /journal/restore": isIn,
  "POST /journal/undo": isIn,
  "POST /journal/move": isIn,
  "POST /journal/purge": isIn,
  // What it tells is cut to what the account sees: tests/server/live/.
  "GET /changes": isIn,
  "POST /changes/open": isIn,
  // What they tell and do: tests/server/webhooks/.
  "GET /webhooks": editor,
  "POST /webhooks/{id}/try": editor,
  "POST /upload/images": fillsPictures,
  "DELETE /upload/images/{name}": fillsPictures,
  "GET /images/{name}": anyone,
  "GET /images/small/{name}": anyone,
};

export function doorOf(business: Business, { method, pattern, entity }: Route): Door | undefined {
  const { accounts } = business.config.app;
  const { login, logout, validateToken } = accounts.endpoints;
  if (pattern === login) return anyone;
  if (pattern === logout || pattern === validateToken) return isIn;
  const known = DOORS[`${method} ${pattern}`];
  if (known !== undefined || entity === undefined)
    return known ?? (pattern.startsWith("/config/") ? editor : undefined);
  // Whoever may make no accounts registers one.
  if (method === "POST" && entity === accounts.entity) return anyone;
  return (_, asking) => {
    if (!isApproved(business, asking)) return false;
    const rights = rightsFrom(business.config, entity, asking);
    switch (method) {
      case "GET":
        return rights.mayView || readThroughReferences(business.config, entity, asking).size > 0;
      case "POST":
        return rights.mayCreate;
      case "PUT":
        return rights.mayEdit;
      case "DELETE":
        return rights.mayDelete;
    }
  };
}

function isPictured({ schema, items, fields = [] }: Field): boolean {
  return (
    schema.image === true ||
    schema.format === "html" ||
    (items !== undefined && isPictured(items)) ||
    fields.some(isPictured)
  );
}

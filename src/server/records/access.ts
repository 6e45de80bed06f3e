import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import { walkFields } from "../../record/walk.ts";
import { ApiError } from "../http/api-error.ts";
import { type Account, type ApiRequest, holdsAny } from "../runtime/request.ts";
import { storedFields } from "./table-shape.ts";

/** Whoever holds the permission edits records that refer to this entity, and may read these of its fields. */
export interface Reader {
  readonly permission: string;
  readonly fields: readonly string[];
}

/** Who may read an entity only because an entity of theirs refers to it. */
export function readersOf(config: Config, target: Entity): readonly Reader[] {
  const readable = new Set(
    storedFields(target)
      .filter((field) => field.schema.writeOnly !== true)
      .map((field) => field.name),
  );
  return [...config.entities.values()].flatMap((entity) =>
    [...walkFields(entity.fields)].flatMap(({ field: { reference } }) =>
      reference?.entity === target.id && entity.permission !== target.permission
        ? [
            {
              permission: entity.permission,
              fields: [reference.label, ...(reference.fields ?? [])].filter((name) => readable.has(name)),
            },
          ]
        : [],
    ),
  );
}

/** `full`, or the fields (beside `_id`) that references let the account read. Nothing at all: undefined. */
export type ReadAccess = "full" | ReadonlySet<string> | undefined;

export function readAccess(
  account: Account | undefined,
  entity: Entity,
  readers: readonly Reader[],
): ReadAccess {
  if (holdsAny(account, [entity.permission])) return "full";
  const mine = readers.filter((reader) => holdsAny(account, [reader.permission]));
  return mine.length === 0 ? undefined : new Set(mine.flatMap((reader) => reader.fields));
}

/** The same for a request, of an entity of its runtime. Throws FORBIDDEN. */
export function requireReadAccess(request: ApiRequest, entityId: string): "full" | ReadonlySet<string> {
  const runtime = request.runtime.entities.get(entityId);
  const access =
    runtime === undefined ? undefined : readAccess(request.account, runtime.entity, runtime.readers);
  if (access === undefined) throw new ApiError("FORBIDDEN");
  return access;
}

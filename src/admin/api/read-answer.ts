import type { ImageRecord, StoredRecord } from "../../model/record.ts";
import type { FieldError } from "../../record/field-errors.ts";
import { isObject } from "../../record/json.ts";
import type { ListAnswer } from "../../wire/list-query.ts";
import type { SessionUser } from "../../wire/session.ts";
import type { AppView } from "../../wire/views.ts";

export function isRecord(value: unknown): value is StoredRecord {
  return isObject(value) && typeof value._id === "string";
}

/** A list answer: a missing total is unknown, what is no record is left out. */
export function readList(answer: unknown, listKey: string): ListAnswer {
  const body = isObject(answer) ? answer : {};
  const rows = Object.hasOwn(body, listKey) ? body[listKey] : undefined;
  return {
    records: Array.isArray(rows) ? rows.filter(isRecord) : [],
    total: typeof body.total === "number" ? body.total : undefined,
    ...(body.totalIsMore === true ? { totalIsMore: true as const } : {}),
    ...(body.isPartial === true ? { isPartial: true as const } : {}),
  };
}

/** Uploaded images: a bare list, or the same under `data`. */
export function readImages(answer: unknown): readonly ImageRecord[] {
  const list = isObject(answer) ? answer.data : answer;
  return Array.isArray(list) ? list.filter(isImage) : [];
}

function isImage(value: unknown): value is ImageRecord {
  return isObject(value) && typeof value.fileName === "string" && typeof value.imgUrl === "string";
}

/** Broken rules of an error body; undefined when it names none. */
export function readFieldErrors(body: unknown): readonly FieldError[] | undefined {
  if (!isObject(body) || !Array.isArray(body.errors)) return undefined;
  return body.errors.filter(
    (error): error is FieldError =>
      isObject(error) &&
      typeof error.path === "string" &&
      typeof error.keyword === "string" &&
      typeof error.message === "string",
  );
}

/** An account as log-in or token validation answers it; undefined when it is none. */
export function readUser(value: unknown): SessionUser | undefined {
  if (!isObject(value) || typeof value.username !== "string" || typeof value.role !== "string")
    return undefined;
  const id = typeof value._id === "string" ? value._id : value.id;
  if (typeof id !== "string" || !Array.isArray(value.permissions)) return undefined;
  const permissions = value.permissions.filter((permission) => typeof permission === "string");
  return { _id: id, id, username: value.username, role: value.role, permissions };
}

export function isAppView(answer: unknown): answer is AppView {
  return (
    isObject(answer) &&
    Array.isArray(answer.entities) &&
    Array.isArray(answer.menu) &&
    Array.isArray(answer.home) &&
    isObject(answer.messages)
  );
}

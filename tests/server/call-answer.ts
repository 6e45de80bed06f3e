import type { Problem } from "../../src/model/problem.ts";
import type { StoredRecord } from "../../src/model/record.ts";
import type { FieldError } from "../../src/record/field-errors.ts";
import { isObject, ownValue } from "../../src/record/json.ts";
import type { ErrorBody } from "../../src/wire/error.ts";

/**
 * What the server answered. Whoever asks for one kind of answer gets it or fails with what was answered instead.
 * `Body` is the wire's type that a caller says it is: nothing looks whether it is so.
 */
export class CallAnswer<Body = unknown> {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed where it is JSON, else undefined. */
  readonly body: Body;

  constructor(parts: Pick<CallAnswer<Body>, "status" | "text" | "headers" | "body">) {
    this.status = parts.status;
    this.text = parts.text;
    this.headers = parts.headers;
    this.body = parts.body;
  }

  get record(): StoredRecord {
    return isRecord(this.body) ? this.body : this.#isNo("record");
  }

  /** The records of a list. A property, so that it can be taken out of the answer. */
  readonly rows = (key: string): readonly StoredRecord[] => {
    const rows = ownValue(this.body, key);
    return Array.isArray(rows) && rows.every(isRecord) ? rows : this.#isNo(`list of ${key}`);
  };

  /** How many records a list has on all its pages. */
  get total(): number {
    const total = ownValue(this.body, "total");
    return typeof total === "number" ? total : this.#isNo("list with a total");
  }

  get error(): ErrorBody {
    return isError(this.body) ? this.body : this.#isNo("error");
  }

  /** Of an error that names fields. */
  get errors(): readonly FieldError[] {
    return this.error.errors ?? this.#isNo("error that names fields");
  }

  /** Of a config that would not do. */
  get problems(): readonly Problem[] {
    return this.error.problems ?? this.#isNo("error that names problems");
  }

  #isNo(what: string): never {
    throw new TypeError(`The answer is no ${what}: ${this.status} ${this.text}`);
  }
}

function isRecord(value: unknown): value is StoredRecord {
  return isObject(value) && typeof value._id === "string";
}

function isError(value: unknown): value is ErrorBody {
  return isObject(value) && value.status === "error" && typeof value.errorCode === "string";
}

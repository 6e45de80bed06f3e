import { FieldFailure, OptionFault } from "../../plugin/host.ts";
import { ApiFailure } from "../api/failure.ts";

/** Characters of a message that are shown: a page that draws a megabyte freezes. */
const MAX_MESSAGE_LENGTH = 300;

/** What was thrown: a failure to show to the person, a fault of an option, or a bug. A copy: reading it cannot throw. */
export class Thrown extends Error {
  override readonly name: string = "Thrown";
  constructor(
    message: string,
    readonly kind: "failure" | "option" | "bug" = "bug",
    /** Which option is at fault (`OptionFault`). */
    readonly option = "",
    cause?: unknown,
  ) {
    super(message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message, {
      cause,
    });
  }
}

/** What a plugin threw, as an error. It can be anything, even an object that throws when it is read. */
export function asError(thrown: unknown): Thrown {
  try {
    if (thrown instanceof Thrown) return thrown;
    const message = asText(thrown);
    if (thrown instanceof FieldFailure) {
      // Without a message it says nothing: its name is not for a person.
      return new Thrown(thrown.message === "" ? "" : message, "failure", "", requestOf(thrown));
    }
    if (thrown instanceof OptionFault) return new Thrown(message, "option", asText(thrown.option));
    return new Thrown(message);
  } catch {
    return new Thrown(UNREADABLE);
  }
}

/** The request that failed, which may have ended the session. */
const requestOf = ({ cause }: FieldFailure) => (cause instanceof ApiFailure ? cause : undefined);

const UNREADABLE = "Something was thrown that cannot be read.";

/** Whatever a plugin gives, as text; of an error its message, or its name where the message is empty. */
export function asText(given: unknown): string {
  try {
    if (typeof given === "string") return given;
    if (!(given instanceof Error)) return String(given);
    const { name, message } = given;
    return [message, name].find((text) => typeof text === "string" && text !== "") ?? "Error";
  } catch {
    return "?";
  }
}

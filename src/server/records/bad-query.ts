import { ApiError } from "../http/api-error.ts";

/** The names of parameters are the client's: no more of a long one is said than can be recognized. */
const MAX_NAME = 60;

/** Refuses a list request for one of its parameters. */
export function badQuery(name: string): ApiError {
  const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return new ApiError("BAD_REQUEST", { key: "server.badQuery", values: { name: shown } });
}

import { isObject } from "../../model/json-value.ts";
import { PATHS } from "../../wire/paths.ts";
import type { PublicView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";

/** What a browser without a session may know. Rejects when it does not come, or is no such view. */
export async function fetchPublicView(client: Client): Promise<PublicView> {
  const answer = await client.request("GET", PATHS.publicConfig);
  if (!isPublicView(answer)) throw new TypeError("The server answered no public view.");
  return answer;
}

function isPublicView(answer: unknown): answer is PublicView {
  return isObject(answer) && isObject(answer.messages) && isObject(answer.endpoints);
}

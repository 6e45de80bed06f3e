import { isObject } from "../../record/json.ts";
import type {
  ConfigFiles,
  ConfigFileText,
  DraftAnswer,
  DraftRequest,
  ReturnRequest,
  SaveRequest,
} from "../../wire/config-editing.ts";
import { PATHS } from "../../wire/paths.ts";
import type { Client } from "./client.ts";

export type ConfigCalls = ReturnType<typeof makeConfigCalls>;

/** The calls of the page that edits the config. */
export function makeConfigCalls(client: Client) {
  return {
    files: async () => expect(await client.request("GET", PATHS.configFiles), isFiles),
    text: async (path: string) =>
      expect(await client.request("GET", `${PATHS.configFile}?${new URLSearchParams({ path })}`), isText),
    draft: async (body: DraftRequest) =>
      expect(await client.request("POST", PATHS.configDrafts, { body }), isDraft),
    async save(body: SaveRequest) {
      await client.request("PUT", PATHS.configFiles, { body });
    },
    async giveBack(body: ReturnRequest) {
      await client.request("POST", PATHS.configReturn, { body });
    },
  };
}

function expect<T>(answer: unknown, is: (answer: unknown) => answer is T): T {
  if (!is(answer)) throw new TypeError("The server answered something else.");
  return answer;
}

const isFiles = (answer: unknown): answer is ConfigFiles =>
  isObject(answer) && Array.isArray(answer.files) && isObject(answer.schemas);
const isText = (answer: unknown): answer is ConfigFileText =>
  isObject(answer) && typeof answer.text === "string" && typeof answer.version === "string";
const isDraft = (answer: unknown): answer is DraftAnswer =>
  isObject(answer) && [answer.problems, answer.brought, answer.changes].every(Array.isArray);

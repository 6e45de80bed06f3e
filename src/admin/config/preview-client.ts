import { DRAFT_HEADER } from "../../wire/config-editing.ts";
import type { Client } from "../api/client.ts";
import { ApiFailure } from "../api/failure.ts";

export interface PreviewClientParts {
  readonly client: Client;
  /** The draft that is looked at; undefined: what is served. */
  readonly token: string | undefined;
  /** Why nothing can be stored. */
  readonly refusal: string;
  /** The server does not keep the draft any more. */
  readonly onGone: () => void;
}

/** The gate of the preview: reads as the draft would be, writes nothing at all. */
export function previewClient({ client, token, refusal, onGone }: PreviewClientParts): Client {
  const refuse = () => Promise.reject(new ApiFailure("answer", refusal));
  return {
    async request(method, path, options = {}) {
      if (method !== "GET") return refuse();
      const headers = token === undefined ? {} : { [DRAFT_HEADER]: token };
      try {
        return await client.request("GET", path, { ...options, headers });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === "DRAFT_GONE") onGone();
        throw error;
      }
    },
    upload: refuse,
    loadModule: (path) => client.loadModule(path),
  };
}

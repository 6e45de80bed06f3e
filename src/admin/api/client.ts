import type { MessageName } from "../../model/message-keys.ts";
import { isObject } from "../../record/json.ts";
import type { MessageValues } from "../../record/messages.ts";
import type { ErrorCode } from "../../wire/error.ts";
import { ApiFailure } from "./failure.ts";
import { readFieldErrors } from "./read-answer.ts";
import type { SessionStore } from "./session-store.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Sent without the session, which it neither prolongs nor ends. */
  readonly anonymous?: boolean;
  /** On top of the client's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Share of all bytes sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** The one gate to the network. Paths are whole (`/api/…`). Rejects with `ApiFailure` or the signal's AbortError; no time-out. */
export interface Client {
  /** The parsed body of a 2xx answer; undefined when it is empty. */
  request(method: Method, path: string, options?: RequestOptions): Promise<unknown>;
  /** Posts files as multipart field `files`; like `request` otherwise. */
  upload(path: string, files: readonly File[], options?: SendOptions): Promise<unknown>;
  /** The default export of a module that the server made. */
  loadModule(path: string): Promise<unknown>;
}

interface ClientParts {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Uploads go through XMLHttpRequest: fetch reports no progress. */
  readonly makeUpload: () => XMLHttpRequest;
  readonly importModule: (path: string) => Promise<{ readonly default: unknown }>;
  readonly session: SessionStore;
  /** The app's message of a key. */
  readonly sentence: (key: MessageName, values?: MessageValues) => string;
  /** Called after the session was cleared, because it has ended on the server. */
  readonly onExpired: () => void;
}

const STARTING: ErrorCode = "STARTING";

export function makeClient(parts: ClientParts): Client {
  const { session, sentence } = parts;

  const unreachable = () => new ApiFailure("unreachable", sentence("network.unreachable"));

  const failed = (token: string | undefined, status: number, text: string): ApiFailure => {
    // A late 401 of an earlier session must not end the one that began meanwhile.
    const expired = status === 401 && token !== undefined;
    if (expired && session.get()?.token === token) {
      session.clear();
      parts.onExpired();
    }
    const body = parse(text);
    // Answered before the server has read its messages: to people it is not there yet.
    if (isObject(body) && body.errorCode === STARTING) return unreachable();
    const said =
      isObject(body) && typeof body.message === "string" && body.message !== "" ? body.message : undefined;
    return new ApiFailure("answer", said ?? sentence("network.status", { status }), {
      status,
      expired,
      code: isObject(body) && typeof body.errorCode === "string" ? body.errorCode : undefined,
      errors: readFieldErrors(body),
    });
  };

  const succeeded = (text: string): unknown => {
    if (text === "") return undefined;
    const body = parse(text);
    if (body === undefined) throw new ApiFailure("unknown", sentence("network.unknown"));
    return body;
  };

  return {
    async request(method, path, { body, signal, anonymous = false, headers } = {}) {
      const token = anonymous ? undefined : session.get()?.token;
      let init: RequestInit;
      try {
        init = {
          method,
          headers: {
            ...headers,
            Accept: "application/json",
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal === undefined ? {} : { signal }),
        };
      } catch {
        throw new ApiFailure("unknown", sentence("network.unknown"));
      }
      let answer: Response;
      let text: string;
      try {
        answer = await parts.fetch(path, init);
        text = await answer.text();
      } catch {
        signal?.throwIfAborted();
        throw unreachable();
      }
      if (!answer.ok) throw failed(token, answer.status, text);
      return succeeded(text);
    },

    upload(path, files, { signal, onProgress } = {}) {
      const token = session.get()?.token;
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const form = new FormData();
        for (const file of files) form.append("files", file, file.name);
        const request = parts.makeUpload();
        request.open("POST", path);
        request.setRequestHeader("Accept", "application/json");
        if (token !== undefined) request.setRequestHeader("Authorization", `Bearer ${token}`);
        const stop = () => request.abort();
        signal?.addEventListener("abort", stop);
        request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
          if (lengthComputable && total > 0) onProgress?.(loaded / total);
        };
        request.onabort = () => reject(signal?.reason ?? new DOMException("Aborted", "AbortError"));
        request.onerror = () => reject(unreachable());
        request.onload = () => {
          try {
            const { status, responseText } = request;
            if (status < 200 || status > 299) throw failed(token, status, responseText);
            onProgress?.(1);
            resolve(succeeded(responseText));
          } catch (failure) {
            reject(failure);
          }
        };
        request.onloadend = () => signal?.removeEventListener("abort", stop);
        request.send(form);
      });
    },

    async loadModule(path) {
      try {
        return (await parts.importModule(path)).default;
      } catch {
        throw unreachable();
      }
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { MessageName } from "../../model/message-keys.ts";
import { isObject } from "../../record/json.ts";
import type { MessageValues } from "../../record/messages.ts";
import { CHANGE_ID_HEADER } from "../../wire/change-id.ts";
import type { ErrorCode } from "../../wire/error.ts";
import { LANGUAGE_HEADER } from "../../wire/language.ts";
import { SEEN_ACCOUNTS_HEADER } from "../../wire/seen-accounts.ts";
import { ApiFailure } from "./failure.ts";
import { readFieldErrors } from "./read-answer.ts";
import type { Session, SessionStore } from "./session-store.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Sent without the session, which it neither prolongs nor ends. */
  readonly anonymous?: boolean;
  /** The body of the answer is a Blob. */
  readonly binary?: true;
  /** On top of the client's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Share of all bytes sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** An answer with what its headers say. */
export interface Exchanged {
  /** As `request` answers it. */
  readonly body: unknown;
  readonly status: number;
  /** Of the record in it: an `ETag`. */
  readonly version: string | undefined;
  /** Of what the request changed. */
  readonly changeId: string | undefined;
  /** `SEEN_ACCOUNTS_HEADER`. */
  readonly seenAccounts?: string | undefined;
}

/**
 * The one gate to the network. Paths are whole (`/api/…`). Rejects with `ApiFailure` or the signal's AbortError; no time-out. What
 * was refused because the session had ended is sent again where the account has another one by then.
 */
export interface Client {
  /** The parsed body of a 2xx answer; undefined when it is empty. */
  request(method: Method, path: string, options?: RequestOptions): Promise<unknown>;
  /** The same with what the headers of the answer say. */
  exchange(method: Method, path: string, options?: RequestOptions): Promise<Exchanged>;
  /** Posts files as multipart field `files`; like `request` otherwise. */
  upload(path: string, files: readonly File[], options?: SendOptions): Promise<unknown>;
  /** GETs an answer of which each part is to be read as it comes. Rejects where none begins; its status is the caller's to read. */
  stream(path: string, signal: AbortSignal): Promise<Response>;
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
  /** In which languages to be answered, as `LANGUAGE_HEADER` has it. */
  readonly language?: () => string | undefined;
  /** Has the account log in again, where that is worth asking; whether it did. Otherwise the session is cleared. */
  readonly renew: (ended: Session) => Promise<boolean>;
  /** Called after the session was cleared, because it has ended on the server. */
  readonly onExpired: () => void;
}

const STARTING: ErrorCode = "STARTING";
const UNAUTHENTICATED = 401;

export function makeClient(parts: ClientParts): Client {
  const { session, sentence } = parts;

  /** Of every request, whoever sends it. */
  const spoken = (): Record<string, string> => {
    const language = parts.language?.();
    return language === undefined ? {} : { [LANGUAGE_HEADER]: language };
  };

  const signed = (sent: Session | undefined): Record<string, string> => ({
    Accept: "application/json",
    ...(sent === undefined ? {} : { Authorization: `Bearer ${sent.token}` }),
  });

  const unreachable = () => new ApiFailure("unreachable", sentence("network.unreachable"));

  /** Whether to send again what was refused with 401. */
  async function isRenewed(sent: Session, signal: AbortSignal | undefined): Promise<boolean> {
    const now = session.get();
    if (now?.token !== sent.token) return now?.user._id === sent.user._id;
    return unlessAborted(parts.renew(sent), signal);
  }

  const failed = (sent: Session | undefined, status: number, text: string, version?: string): ApiFailure => {
    // A late 401 of an earlier session must not end the one that began meanwhile.
    const expired = status === UNAUTHENTICATED && sent !== undefined;
    if (expired && session.get()?.token === sent.token) {
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
      body,
      version,
    });
  };

  const succeeded = (text: string): unknown => {
    if (text === "") return undefined;
    const body = parse(text);
    if (body === undefined) throw new ApiFailure("unknown", sentence("network.unknown"));
    return body;
  };

  const exchange: Client["exchange"] = async (method, path, options = {}) => {
    const { body, signal, anonymous = false, binary = false, headers } = options;
    const sent = anonymous ? undefined : session.get();
    let init: RequestInit;
    try {
      init = {
        method,
        headers: {
          ...headers,
          ...spoken(),
          ...signed(sent),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      };
    } catch {
      throw new ApiFailure("unknown", sentence("network.unknown"));
    }
    let answer: Response;
    let text = "";
    let bytes: Blob | undefined;
    try {
      answer = await parts.fetch(path, init);
      if (binary && answer.ok) bytes = await answer.blob();
      else text = await answer.text();
    } catch {
      signal?.throwIfAborted();
      throw unreachable();
    }
    const [version, changeId, seenAccounts] = ["etag", CHANGE_ID_HEADER, SEEN_ACCOUNTS_HEADER].map(
      (name) => answer.headers.get(name) ?? undefined,
    );
    if (answer.ok)
      return { body: bytes ?? succeeded(text), status: answer.status, version, changeId, seenAccounts };
    if (answer.status === UNAUTHENTICATED && sent !== undefined && (await isRenewed(sent, signal)))
      return exchange(method, path, options);
    throw failed(sent, answer.status, text, version);
  };

  const upload: Client["upload"] = async (path, files, options = {}) => {
    const sent = session.get();
    const { status, text } = await sendFiles(path, files, sent, options);
    if (status === UNAUTHENTICATED && sent !== undefined && (await isRenewed(sent, options.signal))) {
      options.onProgress?.(0);
      return upload(path, files, options);
    }
    if (status < 200 || status > 299) throw failed(sent, status, text);
    options.onProgress?.(1);
    return succeeded(text);
  };

  function sendFiles(
    path: string,
    files: readonly File[],
    sent: Session | undefined,
    { signal, onProgress }: SendOptions,
  ): Promise<{ readonly status: number; readonly text: string }> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const form = new FormData();
      for (const file of files) form.append("files", file, file.name);
      const upload = parts.makeUpload();
      upload.open("POST", path);
      upload.setRequestHeader("Accept", "application/json");
      for (const [name, value] of Object.entries(spoken())) upload.setRequestHeader(name, value);
      if (sent !== undefined) upload.setRequestHeader("Authorization", `Bearer ${sent.token}`);
      const stop = () => upload.abort();
      signal?.addEventListener("abort", stop);
      upload.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress?.(loaded / total);
      };
      upload.onabort = () => reject(signal?.reason ?? new DOMException("Aborted", "AbortError"));
      upload.onerror = () => reject(unreachable());
      upload.onload = () => resolve({ status: upload.status, text: upload.responseText });
      upload.onloadend = () => signal?.removeEventListener("abort", stop);
      upload.send(form);
    });
  }

  return {
    request: async (...asked) => (await exchange(...asked)).body,
    exchange,
    upload,
    stream: (path, signal) => parts.fetch(path, { headers: signed(session.get()), signal }),
    async loadModule(path) {
      try {
        return (await parts.importModule(path)).default;
      } catch {
        throw unreachable();
      }
    },
  };
}

/** Settles as the work does, or rejects once its signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

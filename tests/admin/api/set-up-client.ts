import { makeClient } from "../../../src/admin/api/client.ts";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { makeSessionStore, type Session } from "../../../src/admin/api/session-store.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";

export const USER = { _id: "u", id: "u", username: "ada", role: "keeper", permissions: ["stock"] };
const say = makeSay({
  "network.status": "Error {status}",
  "network.unreachable": "cannot connect to the server",
  "network.unknown": "unknown error",
});

/** An upload as XMLHttpRequest makes it, answered by the test. */
class FakeUpload {
  readonly upload: {
    onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void;
  } = {};
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = "";
  address = "";
  sent: FormData | undefined;
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onabort: () => void = () => undefined;
  onloadend: () => void = () => undefined;
  open = (method: string, path: string) => {
    this.address = `${method} ${path}`;
  };
  setRequestHeader = (name: string, value: string) => void this.headers.set(name, value);
  send = (form: FormData) => {
    this.sent = form;
  };
  abort = () => {
    this.onabort();
    this.onloadend();
  };
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
    this.onloadend();
  }
}

/** A client at whose gate the test stands. */
export function setUp(
  answer: (path: string, init: RequestInit) => Promise<Response> = async () => new Response("{}"),
  renew: (ended: Session) => Promise<boolean> = async () => false,
  language?: () => string,
) {
  const stored = new Map<string, string>();
  const session = makeSessionStore({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    tabs: new EventTarget(),
  });
  const requests: { path: string; init: RequestInit; headers: Headers }[] = [];
  const uploads: FakeUpload[] = [];
  let expired = 0;
  const client = makeClient({
    fetch: (path, init) => {
      requests.push({ path, init, headers: new Headers(init.headers) });
      return answer(path, init);
    },
    makeUpload: () => {
      const upload = new FakeUpload();
      uploads.push(upload);
      return upload as unknown as XMLHttpRequest;
    },
    importModule: async (path) =>
      path.includes("missing") ? Promise.reject(new TypeError("Failed to fetch")) : { default: path },
    session,
    sentence: say,
    renew,
    ...(language === undefined ? {} : { language }),
    onExpired: () => {
      expired += 1;
    },
  });
  return { client, session, stored, requests, uploads, expired: () => expired };
}

export const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`No ApiFailure: ${String(error)}`);
  return error;
};
export const json = (status: number, body: unknown) => async () =>
  new Response(JSON.stringify(body), { status });

import { describe, expect, it } from "vitest";
import { makeClient } from "../../src/admin/api/client.ts";
import { ApiFailure, isAbort, isExpired } from "../../src/admin/api/failure.ts";
import { removeImage, uploadImages } from "../../src/admin/api/records.ts";
import { makeSay } from "../../src/admin/messages/say.ts";
import { makeSessionStore } from "../../src/admin/session/session-store.ts";

const USER = { _id: "u", id: "u", username: "ada", role: "keeper", permissions: ["stock"] };
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

function setUp(
  answer: (path: string, init: RequestInit) => Promise<Response> = async () => new Response("{}"),
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
    importModule: async (path) => ({ default: path }),
    session,
    sentence: say,
    onExpired: () => {
      expired += 1;
    },
  });
  return { client, session, stored, requests, uploads, expired: () => expired };
}

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`No ApiFailure: ${String(error)}`);
  return error;
};
const json = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status });

describe("spec 7: JSON content and a Bearer token when present", () => {
  it("sends no token without a session", async () => {
    const { client, requests } = setUp();
    await client.request("GET", "/api/x");
    expect(requests[0]?.headers.get("authorization")).toBeNull();
    expect(requests[0]?.headers.get("content-type")).toBeNull();
  });

  it("sends the token and a JSON body", async () => {
    const { client, session, requests } = setUp();
    session.set({ token: "t", user: USER });
    await client.request("POST", "/api/x", { body: { a: 1 } });
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer t");
    expect(requests[0]?.headers.get("content-type")).toBe("application/json");
    expect(requests[0]?.init).toMatchObject({ method: "POST", body: '{"a":1}' });
  });

  it("sets no time-out: the only signal is the caller's", async () => {
    const { client, requests } = setUp();
    await client.request("GET", "/api/x");
    expect(requests[0]?.init.signal).toBeUndefined();
  });

  it("answers the parsed body, undefined for an empty one", async () => {
    expect(await setUp(json(200, [1])).client.request("GET", "/api/x")).toEqual([1]);
    expect(await setUp(async () => new Response("")).client.request("GET", "/api/x")).toBeUndefined();
  });
});

describe("spec 8: the error catalogue", () => {
  it("message from the response's message field, with code and field errors", async () => {
    const errors = [{ path: "/price", keyword: "maximum", message: "Too dear" }];
    const { client } = setUp(json(400, { message: "Look again", errorCode: "VALIDATION_ERROR", errors }));
    const failure = await failureOf(client.request("GET", "/api/x"));
    expect(failure).toMatchObject({
      kind: "answer",
      status: 400,
      code: "VALIDATION_ERROR",
      message: "Look again",
      errors,
    });
  });

  it.each([{}, { message: "" }, { message: 3 }, [], null, "text"])(
    'else "Error" plus the status: %j',
    async (body) => {
      const failure = await failureOf(setUp(json(502, body)).client.request("GET", "/api/x"));
      expect(failure.message).toBe("Error 502");
    },
  );

  it("a body that is no JSON: Error plus the status", async () => {
    const { client } = setUp(async () => new Response("<html>", { status: 500 }));
    expect((await failureOf(client.request("GET", "/api/x"))).message).toBe("Error 500");
  });

  it("no response: cannot connect to the server", async () => {
    const { client } = setUp(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failureOf(client.request("GET", "/api/x"))).toMatchObject({
      kind: "unreachable",
      message: "cannot connect to the server",
    });
  });

  it("an answer that breaks off is no response", async () => {
    const { client } = setUp(async () => {
      const stream = new ReadableStream({ start: (controller) => controller.error(new TypeError("gone")) });
      return new Response(stream);
    });
    expect((await failureOf(client.request("GET", "/api/x"))).kind).toBe("unreachable");
  });

  it("request not sent: unknown error", async () => {
    const ring: { self?: unknown } = {};
    ring.self = ring;
    const { client, requests } = setUp();
    expect(await failureOf(client.request("POST", "/api/x", { body: ring }))).toMatchObject({
      kind: "unknown",
      message: "unknown error",
    });
    expect(requests).toEqual([]);
  });

  it("a good answer that cannot be read is an unknown error, not success", async () => {
    const { client } = setUp(async () => new Response("<html>log in to the network"));
    expect((await failureOf(client.request("GET", "/api/x"))).message).toBe("unknown error");
  });

  it("what the person gave up is no failure", async () => {
    const stop = new AbortController();
    const { client } = setUp(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        ),
    );
    const asked = client.request("GET", "/api/x", { signal: stop.signal });
    stop.abort();
    expect(isAbort(await asked.catch((reason: unknown) => reason))).toBe(true);
  });
});

describe("spec 4: a session ends on any 401 response", () => {
  it("clears token and user and tells once, however many answers say so", async () => {
    const { client, session, stored, expired } = setUp(json(401, { message: "No session" }));
    session.set({ token: "t", user: USER });
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(client.request("GET", "/api/x"))));
    expect(stored.size).toBe(0);
    expect(expired()).toBe(1);
    expect(failures.every(isExpired)).toBe(true);
  });

  it("a late 401 of an earlier session leaves the new one alone", async () => {
    let answer: (response: Response) => void = () => undefined;
    const { client, session, expired } = setUp(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    session.set({ token: "old", user: USER });
    const asked = failureOf(client.request("GET", "/api/x"));
    session.set({ token: "new", user: USER });
    answer(new Response("{}", { status: 401 }));
    await asked;
    expect(session.get()?.token).toBe("new");
    expect(expired()).toBe(0);
  });

  it("without a session there is none to end", async () => {
    const { client, expired } = setUp(json(401, { message: "Wrong" }));
    const failure = await failureOf(client.request("POST", "/api/login"));
    expect(expired()).toBe(0);
    expect(isExpired(failure)).toBe(false);
  });
});

describe("uploads", () => {
  const file = new File(["x"], "gull.png", { type: "image/png" });
  const IMAGE = { fileName: "f", imgUrl: "/api/images/f", expiresAt: null };

  it("posts multipart field files with the token, and counts", async () => {
    const { client, session, uploads } = setUp();
    session.set({ token: "t", user: USER });
    const shares: number[] = [];
    const images = uploadImages(client, [file, file], { onProgress: (share) => shares.push(share) });
    const [upload] = uploads;
    expect(upload?.address).toBe("POST /api/upload/images");
    expect(upload?.headers.get("Authorization")).toBe("Bearer t");
    expect(upload?.sent?.getAll("files")).toHaveLength(2);
    upload?.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    upload?.answer(201, [IMAGE]);
    expect(await images).toEqual([IMAGE]);
    expect(shares).toEqual([0.25, 1]);
  });

  it("reads the list under data of other servers too", async () => {
    const { client, uploads } = setUp();
    const images = uploadImages(client, [file]);
    uploads[0]?.answer(200, { data: [IMAGE] });
    expect(await images).toEqual([IMAGE]);
  });

  it("says what the server says, and that it cannot be reached", async () => {
    const { client, uploads } = setUp();
    const refused = failureOf(uploadImages(client, [file]));
    uploads[0]?.answer(413, { message: "Too large" });
    expect((await refused).message).toBe("Too large");
    const dropped = failureOf(uploadImages(client, [file]));
    uploads[1]?.onerror();
    expect((await dropped).kind).toBe("unreachable");
  });

  it("ends the session on a 401 like any call", async () => {
    const { client, session, uploads, expired } = setUp();
    session.set({ token: "t", user: USER });
    const refused = failureOf(uploadImages(client, [file]));
    uploads[0]?.answer(401, {});
    await refused;
    expect(expired()).toBe(1);
    expect(session.get()).toBeUndefined();
  });

  it("is given up with its signal", async () => {
    const stop = new AbortController();
    const { client } = setUp();
    const images = uploadImages(client, [file], { signal: stop.signal });
    stop.abort();
    expect(isAbort(await images.catch((reason: unknown) => reason))).toBe(true);
  });

  it("names a file to remove without letting it leave its place in the address", async () => {
    const { client, requests } = setUp();
    await removeImage(client, "../a b.png");
    expect(requests[0]?.path).toBe("/api/upload/images/..%2Fa%20b.png");
    expect(requests[0]?.init.method).toBe("DELETE");
  });
});

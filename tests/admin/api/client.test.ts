import { describe, expect, it } from "vitest";
import { isAbort, isExpired } from "../../../src/admin/api/failure.ts";
import { failureOf, json, setUp, USER } from "./set-up-client.ts";

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

  it("sends no token with what is asked without the session, and such a 401 ends none", async () => {
    const { client, session, requests, expired } = setUp(json(401, { message: "Who are you?" }));
    session.set({ token: "t", user: USER });
    const failure = await failureOf(client.request("GET", "/api/x", { anonymous: true }));
    expect(requests[0]?.headers.get("authorization")).toBeNull();
    expect(failure.expired).toBe(false);
    expect(session.get()).toEqual({ token: "t", user: USER });
    expect(expired()).toBe(0);
  });

  it("sends further headers, which never replace its own", async () => {
    const { client, session, requests } = setUp();
    session.set({ token: "t", user: USER });
    await client.request("GET", "/api/x", { headers: { "x-more": "1", Authorization: "none" } });
    expect(requests[0]?.headers.get("x-more")).toBe("1");
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer t");
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

  it("answers what the headers say of the record, of the change, and of who may be named", async () => {
    const headers = { etag: '"3"', "change-id": "c1", "seen-accounts": "m1" };
    const { client } = setUp(async () => new Response("{}", { status: 201, headers }));
    expect(await client.exchange("GET", "/api/x")).toEqual({
      body: {},
      status: 201,
      version: '"3"',
      changeId: "c1",
      seenAccounts: "m1",
    });
    expect(await setUp().client.exchange("GET", "/api/x")).toEqual({ body: {}, status: 200 });
  });

  it("a refusal says which version of the record stands in the way", async () => {
    const { client } = setUp(async () => new Response("{}", { status: 409, headers: { etag: '"4"' } }));
    expect((await failureOf(client.request("PUT", "/api/x", { body: {} }))).version).toBe('"4"');
  });

  it("loads modules, or says that the server cannot be reached", async () => {
    const { client } = setUp();
    expect(await client.loadModule("/there.js")).toBe("/there.js");
    expect((await failureOf(client.loadModule("/missing.js"))).kind).toBe("unreachable");
  });

  it("answers bytes that are asked for as they came; where they are refused, the words of the refusal", async () => {
    const asked = { binary: true } as const;
    const bytes = await setUp(async () => new Response("\u00e9")).client.request("GET", "/api/x", asked);
    expect(bytes).toBeInstanceOf(Blob);
    const { client } = setUp(json(404, { message: "Gone", errorCode: "NOT_FOUND" }));
    expect(await failureOf(client.request("GET", "/api/x", asked))).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
      message: "Gone",
    });
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

  it("a server that only starts counts as none: its sentence is not the config's", async () => {
    const body = { status: "error", errorCode: "STARTING", message: "The server is starting." };
    const failure = await failureOf(setUp(json(503, body)).client.request("GET", "/api/x"));
    expect(failure).toMatchObject({ kind: "unreachable", message: "cannot connect to the server" });
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

  it("a late 401 of an earlier session leaves another account's alone, which never sends what that one asked", async () => {
    let answer: (response: Response) => void = () => undefined;
    const { client, session, requests, expired } = setUp(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      () => Promise.reject(new Error("Nobody is to be asked")),
    );
    session.set({ token: "old", user: USER });
    const asked = failureOf(client.request("PUT", "/api/x", { body: {} }));
    session.set({ token: "new", user: { ...USER, _id: "v", id: "v" } });
    answer(new Response("{}", { status: 401 }));
    expect((await asked).expired).toBe(true);
    expect(session.get()?.token).toBe("new");
    expect([requests.length, expired()]).toEqual([1, 0]);
  });

  it("without a session there is none to end", async () => {
    const { client, expired } = setUp(json(401, { message: "Wrong" }));
    const failure = await failureOf(client.request("POST", "/api/login"));
    expect(expired()).toBe(0);
    expect(isExpired(failure)).toBe(false);
  });
});

describe("where the account has another session by then", () => {
  /** Answers 401 to the token "old". */
  const ended = async (_path: string, init: RequestInit) =>
    new Headers(init.headers).get("authorization") === "Bearer old"
      ? new Response("{}", { status: 401 })
      : new Response('{"done":true}');

  it("what was refused is sent again as it was, with the new token", async () => {
    const opened = setUp(ended, async () => {
      opened.session.set({ token: "new", user: USER });
      return true;
    });
    opened.session.set({ token: "old", user: USER });
    const options = { body: { a: 1 }, headers: { "x-more": "1" } };
    expect(await opened.client.request("PUT", "/api/x", options)).toEqual({ done: true });
    const sent = opened.requests.map(({ path, init, headers }) => [
      init.method,
      path,
      init.body,
      headers.get("x-more"),
      headers.get("authorization"),
    ]);
    expect(sent).toEqual([
      ["PUT", "/api/x", '{"a":1}', "1", "Bearer old"],
      ["PUT", "/api/x", '{"a":1}', "1", "Bearer new"],
    ]);
    expect(opened.expired()).toBe(0);
  });

  it("nobody is asked who has logged in already while it was on its way", async () => {
    const { client, session, requests } = setUp(async (path, init) => {
      session.set({ token: "new", user: USER });
      return ended(path, init);
    });
    session.set({ token: "old", user: USER });
    expect(await client.request("GET", "/api/x")).toEqual({ done: true });
    expect(requests).toHaveLength(2);
  });

  it("a request that is given up meanwhile is not sent again", async () => {
    const stop = new AbortController();
    const { client, session, requests } = setUp(ended, () => new Promise(() => undefined));
    session.set({ token: "old", user: USER });
    const asked = client.request("GET", "/api/x", { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve));
    stop.abort();
    expect(isAbort(await asked.catch((reason: unknown) => reason))).toBe(true);
    expect(requests).toHaveLength(1);
    expect(session.get()?.token).toBe("old");
  });

  it("one that may be given up, and is not, is sent again", async () => {
    const opened = setUp(ended, async () => {
      opened.session.set({ token: "new", user: USER });
      return true;
    });
    opened.session.set({ token: "old", user: USER });
    const { signal } = new AbortController();
    expect(await opened.client.request("GET", "/api/x", { signal })).toEqual({ done: true });
  });

  it("nor is one that was given up when its refusal came", async () => {
    const stop = new AbortController();
    const { client, session, requests } = setUp(
      (...sent) => {
        stop.abort();
        return ended(...sent);
      },
      () => new Promise(() => undefined),
    );
    session.set({ token: "old", user: USER });
    const asked = client.request("GET", "/api/x", { signal: stop.signal });
    expect(isAbort(await asked.catch((reason: unknown) => reason))).toBe(true);
    expect(requests).toHaveLength(1);
  });
});

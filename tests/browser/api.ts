import { ADMIN_PASSWORD } from "./serve-product.ts";

/** A record as the server answers it. */
export interface Made {
  readonly _id: string;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}

/** What stories prepare and look up behind the screens, by the server's public API. */
export interface Api {
  /** `token` and `user` are the session that `visit` can begin with. */
  readonly token: string;
  readonly user: unknown;
  /** Sends JSON; throws where the answer is no 2xx. `path` after `/api/rest`. */
  call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<unknown>;
  create(entity: string, record: Readonly<Record<string, unknown>>): Promise<Made>;
  read(entity: string, id: string): Promise<Made>;
  update(entity: string, id: string, record: Readonly<Record<string, unknown>>): Promise<Made>;
  /** The first page of those whose search field contains the text. */
  find(entity: string, text: string): Promise<readonly Made[]>;
}

/** Logs in; the first account of the shop unless told. */
export async function openApi(
  url: string,
  username = "admin",
  password = ADMIN_PASSWORD,
  logIn = "/users/login",
): Promise<Api> {
  const { token, user } = (await send(url, undefined, "POST", logIn, {
    username,
    password,
  })) as Pick<Api, "token" | "user">;
  const call: Api["call"] = (method, path, body) => send(url, token, method, path, body);
  return {
    token,
    user,
    call,
    create: async (entity, record) => (await call("POST", `/${entity}`, record)) as Made,
    read: async (entity, id) => (await call("GET", `/${entity}/${id}`)) as Made,
    update: async (entity, id, record) => (await call("PUT", `/${entity}/${id}`, record)) as Made,
    async find(entity, text) {
      const answer = await call("GET", `/${entity}?page=1&limit=100&nameQuery=${encodeURIComponent(text)}`);
      return (answer as Readonly<Record<string, readonly Made[]>>)[entity] ?? [];
    },
  };
}

/** Registers as a person without a session does. */
export async function register(url: string, username: string, password: string, role: string): Promise<Made> {
  return (await send(url, undefined, "POST", "/users", { username, password, role })) as Made;
}

async function send(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${url}/api/rest${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

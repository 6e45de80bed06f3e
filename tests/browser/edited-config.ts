import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ConfigFiles, ConfigFileText } from "../../src/wire/config-editing.ts";
import { PATHS } from "../../src/wire/paths.ts";
import { openApi } from "./api.ts";
import { ADMIN_PASSWORD, type Product } from "./serve-product.ts";

/** The library's config as it is stored, and as somebody else changes it meanwhile. */
export interface EditedConfig {
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
}

/** The folder of a product; where that has its config in a database, all goes through the API. */
export function editedConfig({ url }: Product, folder: string): EditedConfig {
  if (process.env.STORE !== "postgres")
    return {
      read: (path) => readFile(join(folder, path), "utf8"),
      write: (path, text) => writeFile(join(folder, path), text),
    };
  const session = openApi(url, "director", ADMIN_PASSWORD, "/session/login");
  async function ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const { token } = await session;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url + path, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  const file = (path: string) => ask<ConfigFileText>("GET", `${PATHS.configFile}?path=${path}`);
  return {
    read: async (path) => (await file(path)).text,
    async write(path, text) {
      const { version } = await file(path);
      await ask<ConfigFiles>("PUT", PATHS.configFiles, { files: { [path]: { text, version } } });
    },
  };
}

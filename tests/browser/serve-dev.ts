import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ADMIN_PASSWORD } from "./serve-product.ts";

/** What `npm run dev` serves. */
export interface DevServer {
  readonly url: string;
  /** What it said until it served. */
  readonly said: string;
  stop(): Promise<void>;
}

/** Starts what `npm run dev` starts, at a free port, over an empty store. Rejects with its output where it ends before. */
export async function serveDev(configDir = "config"): Promise<DevServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "dev-"));
  const port = await freePort();
  const child = spawn(process.execPath, ["src/cli/dev.mjs"], {
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      ADMIN_PASSWORD,
      CONFIG_DIR: configDir,
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => child.kill());
  let printed = "";
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      // Vite prints the port in bold where colours are asked for.
      if (stripVTControlCharacters(printed).includes(`:${port}/`)) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`The dev server ended before it listened:\n${printed}`)));
  });
  return {
    said: stripVTControlCharacters(printed),
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const address = socket.address();
  socket.close();
  await once(socket, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}

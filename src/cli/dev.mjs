// @ts-check
/** One address with everything: the page by Vite with hot reload, the API restarted when its code changes. The config is followed by the API itself. */
import { readFile } from "node:fs/promises";
import { createServer as createSocket } from "node:net";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const configDir = resolve(process.env.CONFIG_DIR || "config");
const messagesFile = join(configDir, "messages.json");
const apiPort = await freePort();

/** What the gallery says in: its page has no account that could ask the API for it. @type {import("vite").Plugin} */
const messages = {
  name: "messages-of-config",
  configureServer: ({ middlewares }) => {
    middlewares.use("/dev/messages.json", (_request, response) => {
      response.setHeader("Content-Type", "application/json");
      readFile(messagesFile).then(
        (text) => response.end(text),
        () => response.writeHead(404).end(),
      );
    });
  },
};

const vite = await createServer({
  root,
  plugins: [messages],
  appType: "spa",
  server: {
    port: Number(process.env.PORT || 3000),
    host: process.env.HOST || "127.0.0.1",
    strictPort: true,
    proxy: { "/api": `http://127.0.0.1:${apiPort}` },
  },
});

/** @type {Awaited<ReturnType<typeof import("../node/server.ts").run>> | undefined} */
let running;
// Listening first: Vite's plugins are ready to load server code only then.
await vite.listen();
/** @type {Promise<void>} */
let turn = startApi();
await turn;
vite.printUrls();

vite.watcher.add(configDir);
/** A folder comes and goes file by file: milliseconds after the last of them. */
const SETTLED = 100;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;
vite.watcher.on("all", (event, file) => {
  // The gallery reads it once; all that its author chose is in the address.
  if (file === messagesFile) vite.ws.send({ type: "custom", event: "messages" });
  // An API that runs follows its config by itself; one that could not start with it tries again.
  const mayStart = running === undefined && file.startsWith(configDir) && file.endsWith(".json");
  if (!mayStart && !isServerCode(file) && !(event !== "change" && isOfPlugin(file))) return;
  clearTimeout(settling);
  settling = setTimeout(() => {
    turn = turn.then(startApi).then(() => vite.ws.send({ type: "full-reload" }));
  }, SETTLED);
});

/** Starts or restarts the API. What is wrong is printed; where it is the code, the API that ran before goes on. */
async function startApi() {
  try {
    const server = /** @type {typeof import("../node/server.ts")} */ (
      await vite.ssrLoadModule("/src/node/server.ts")
    );
    const settings = { ...server.readSettings(process.env), port: apiPort, host: "127.0.0.1" };
    await server.readPlugins(settings, await server.foundPlugins());
    await running?.close();
    running = undefined;
    running = await server.run(settings);
    // Not where the API listens: people use the page's address, which Vite prints.
    if (running.first !== undefined) server.announceFirst(running.first);
    else console.log("Server code is read.");
  } catch (error) {
    const lines = error instanceof Error && "lines" in error ? error.lines : undefined;
    console.error(Array.isArray(lines) ? lines.join("\n") : error);
  }
}

/** @param {string} file @returns {boolean} whether the API is made from it */
function isServerCode(file) {
  const modules = vite.environments.ssr?.moduleGraph.getModulesByFile(file);
  return modules !== undefined && modules.size > 0;
}

/** @param {string} file @returns {boolean} whether a plugin is there, or has a hook, because this file is */
function isOfPlugin(file) {
  return /^plugins\/[^/]+\/(plugin\.json|index\.tsx|server\.ts)$/.test(
    relative(root, file).replaceAll("\\", "/"),
  );
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((found, failed) => {
    const socket = createSocket().once("error", failed);
    socket.listen(0, "127.0.0.1", () => {
      const address = socket.address();
      socket.close(() => found(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

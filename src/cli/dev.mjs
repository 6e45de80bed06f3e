// @ts-check
/** One address for all: the page by Vite with hot reload, and the API, restarted when its code changes. */
import { readFile } from "node:fs/promises";
import { createServer as createSocket } from "node:net";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const configDir = resolve(process.env.CONFIG_DIR || "config");
const messagesFile = join(configDir, "messages.json");
const apiPort = await freePort();

/** The messages for the gallery, which has no account to ask the API for them. @type {import("vite").Plugin} */
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
// First, because only then are Vite's plugins ready to load server code.
await vite.listen();
/** @type {Promise<void>} */
let turn = startApi();
await turn;
vite.printUrls();

vite.watcher.add(configDir);
/** After the last of several changes, as when a folder is copied. */
const DEBOUNCE_MS = 100;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pending;
vite.watcher.on("all", (event, file) => {
  // The gallery reads it only when it is loaded.
  if (file === messagesFile) vite.ws.send({ type: "custom", event: "messages" });
  // A running API follows its config itself; one that could not start with it starts again.
  const mayStart = running === undefined && file.startsWith(configDir) && file.endsWith(".json");
  if (!mayStart && !isServerCode(file) && !(event !== "change" && isOfPlugin(file))) return;
  clearTimeout(pending);
  pending = setTimeout(() => {
    turn = turn.then(startApi).then(() => vite.ws.send({ type: "full-reload" }));
  }, DEBOUNCE_MS);
});

/** Starts or restarts the API. If the code is wrong, that is printed, and the API that runs goes on. */
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
    // The API's own address is not printed: people use the page's, which Vite prints.
    if (running.first !== undefined) server.announceFirst(running.first);
    else console.log("Server code is read.");
  } catch (error) {
    const lines = error instanceof Error && "lines" in error ? error.lines : undefined;
    console.error(Array.isArray(lines) ? lines.join("\n") : error);
  }
}

/** @param {string} file @returns {boolean} whether the API uses it */
function isServerCode(file) {
  const modules = vite.environments.ssr?.moduleGraph.getModulesByFile(file);
  return modules !== undefined && modules.size > 0;
}

/** @param {string} file @returns {boolean} whether this file makes a folder a plugin, or a plugin one with a hook */
function isOfPlugin(file) {
  return /^plugins\/[^/]+\/(cell\/)?(plugin\.json|index\.tsx|server\.ts)$/.test(
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

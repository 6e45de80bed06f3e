import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { commandOf, readDockerfile, type Stage } from "./dockerfile.ts";

// Where no engine runs, each step is run in a folder that stands for the stage's root. `RUN` steps see its paths as theirs.
const folder = mkdtempSync(join(tmpdir(), "image-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [building, serving] = readDockerfile("Dockerfile");
/** The user of the image, by the number that it has there. */
const NODE_USER = 1000;

/** What the Dockerfile makes, serving. */
interface Served {
  readonly url: string;
  /** The number of the user that it runs as. */
  readonly user: number | undefined;
  isHealthy(): boolean;
  /** Ends it as an engine does; answers its exit code. */
  stop(): Promise<number | null>;
  remove(): void;
}

const hasEngine = spawnSync("docker", ["info"]).status === 0;

it("what the Dockerfile makes is built, and serves without its sources, as another user than root", async () => {
  const served = hasEngine ? await serveInContainer() : await serveSteps();
  try {
    expect(served.user).toBe(NODE_USER);
    await expect.poll(() => served.isHealthy(), { timeout: 30_000 }).toBe(true);
    expect(await (await fetch(`${served.url}/login`)).text()).toContain("<script");
    expect(await served.stop()).toBe(0);
    expect(served.isHealthy()).toBe(false);
  } finally {
    served.remove();
  }
}, 600_000);

async function serveInContainer(): Promise<Served> {
  const docker = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync("docker", args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`docker ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  const image = docker("build", "--quiet", ".");
  const settings = ["--env", "LOG=off", "--env", "ADMIN_PASSWORD=a long password"];
  const id = docker("run", "--detach", "--publish", "127.0.0.1::3000", ...settings, image);
  return {
    url: `http://${docker("port", id, "3000/tcp").split("\n")[0]}`,
    user: Number(docker("exec", id, "id", "-u")),
    isHealthy: () => spawnSync("docker", ["exec", id, "node", "src/cli/healthy.mjs"]).status === 0,
    async stop() {
      docker("stop", "--time", "20", id);
      return Number(docker("inspect", "--format", "{{.State.ExitCode}}", id));
    },
    remove: () => void docker("rm", "--force", "--volumes", id),
  };
}

async function serveSteps(): Promise<Served> {
  const roots = new Map<string | undefined, string>();
  const built = runStage(building, roots);
  expect(built.env).toEqual({});
  const image = runStage(serving, roots);
  const steps = serving?.steps ?? [];
  const env = {
    ...process.env,
    ...image.env,
    DATA_DIR: join(image.root, image.env.DATA_DIR ?? ""),
    CONFIG_DIR: join(image.root, image.env.CONFIG_DIR ?? ""),
    PORT: "0",
    LOG: "off",
    ADMIN_PASSWORD: "a long password",
  };
  chmodSync(folder, 0o755);
  spawnSync("chown", ["-R", String(NODE_USER), env.DATA_DIR]);
  const [program = "", ...args] = commandOf(steps.find(({ what }) => what === "CMD"));
  const isRoot = process.getuid?.() === 0;
  const options = { cwd: image.cwd, env, ...(isRoot ? { uid: NODE_USER, gid: NODE_USER } : {}) };
  const server = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (said += chunk));
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(/http:\S+:(\d+)/);
  const [, port = ""] = /http:\S+:(\d+)/.exec(said) ?? [];
  const [check = "", ...checked] = commandOf(steps.find(({ what }) => what === "HEALTHCHECK"));
  return {
    url: `http://127.0.0.1:${port}`,
    user: steps.find(({ what }) => what === "USER")?.rest === "node" ? NODE_USER : undefined,
    isHealthy: () => spawnSync(check, checked, { ...options, env: { ...env, PORT: port } }).status === 0,
    async stop() {
      server.kill("SIGTERM");
      const [code] = await once(server, "exit");
      return code;
    },
    remove: () => void server.kill("SIGKILL"),
  };
}

/** Runs the steps of a stage and answers what they leave. */
function runStage(stage: Stage | undefined, roots: Map<string | undefined, string>) {
  if (stage === undefined) throw new Error("The Dockerfile has two stages.");
  const root = mkdtempSync(join(folder, "stage-"));
  chmodSync(root, 0o755);
  roots.set(stage.name, root);
  const env: Record<string, string> = {};
  let cwd = root;
  const inRoot = (path: string) => (path.startsWith("/") ? join(root, path) : join(cwd, path));
  for (const { what, options, rest } of stage.steps) {
    const words = rest.split(" ");
    if (what === "WORKDIR") {
      cwd = inRoot(rest);
      mkdirSync(cwd, { recursive: true });
    } else if (what === "ENV")
      for (const one of words) env[one.slice(0, one.indexOf("="))] = one.slice(one.indexOf("=") + 1);
    else if (what === "COPY") {
      const to = words.pop() ?? "";
      const from = options.from === undefined ? "." : (roots.get(options.from) ?? "");
      for (const path of words) {
        const target = to.endsWith("/") ? join(inRoot(to), path.split("/").at(-1) ?? "") : inRoot(to);
        mkdirSync(dirname(target), { recursive: true });
        // Of another stage by links, which is quick.
        if (options.from === undefined) cpSync(path, target, { recursive: true });
        else spawnSync("cp", ["-al", join(from, path), target]);
      }
    } else if (what === "RUN") {
      const text = rest.replaceAll(/ (\/\w+)/g, ` ${root}$1`).replace(/ && chown .*/, "");
      const ran = spawnSync("sh", ["-c", text], {
        cwd,
        env: { ...process.env, ...env, CI: "1" },
        encoding: "utf8",
      });
      expect([rest, ran.status, ran.status === 0 ? "" : ran.stdout + ran.stderr]).toEqual([rest, 0, ""]);
    }
  }
  return { root, cwd, env };
}

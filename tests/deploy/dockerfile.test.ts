import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
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
/** Where the docs put the backups. */
const BACKUPS = "/backups";

/** What the Dockerfile makes, serving. */
interface Served {
  readonly url: string;
  /** The number of the user that it runs as. */
  readonly user: number | undefined;
  isHealthy(): boolean;
  /** The names of what is in the folder of backups. */
  backups(): string;
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
    await expect.poll(() => served.backups(), { timeout: 30_000 }).toMatch(/^backup-\S+\.db$/);
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
  // By a name of its own: what it is removed by is nobody else's.
  const image = `back-office-test-${process.pid}`;
  docker("build", "--quiet", "--tag", image, ".");
  const settings = ["LOG=off", "ADMIN_PASSWORD=a long password", `BACKUP_DIR=${BACKUPS}`];
  const options = [...settings.flatMap((one) => ["--env", one]), "--volume", BACKUPS];
  const id = docker("run", "--detach", "--publish", "127.0.0.1::3000", ...options, image);
  return {
    url: `http://${docker("port", id, "3000/tcp").split("\n")[0]}`,
    user: Number(docker("exec", id, "id", "-u")),
    isHealthy: () => spawnSync("docker", ["exec", id, "node", "src/cli/healthy.mjs"]).status === 0,
    backups: () => docker("exec", id, "ls", BACKUPS),
    async stop() {
      docker("stop", "--time", "20", id);
      return Number(docker("inspect", "--format", "{{.State.ExitCode}}", id));
    },
    remove() {
      docker("rm", "--force", "--volumes", id);
      docker("rmi", image);
    },
  };
}

const isRoot = process.getuid?.() === 0;
/** Its user by number, since there is none of that name here; who is not root serves as itself. */
const owned = (text: string) =>
  isRoot
    ? text.replace("chown node:node", `chown ${NODE_USER}:${NODE_USER}`)
    : text.replace(/ && chown .*/, "");

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
    BACKUP_DIR: join(image.root, BACKUPS),
    PORT: "0",
    LOG: "off",
    ADMIN_PASSWORD: "a long password",
  };
  chmodSync(folder, 0o755);
  const [program = "", ...args] = commandOf(steps.find(({ what }) => what === "CMD"));
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
    backups: () => readdirSync(env.BACKUP_DIR).join("\n"),
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
      const text = owned(rest).replaceAll(/ (\/\w+)/g, ` ${root}$1`);
      const ran = spawnSync("sh", ["-c", text], {
        cwd,
        // What npm has loaded for these tests is not loaded again.
        env: { ...process.env, ...env, CI: "1", npm_config_prefer_offline: "true" },
        encoding: "utf8",
      });
      expect([rest, ran.status, ran.status === 0 ? "" : ran.stdout + ran.stderr]).toEqual([rest, 0, ""]);
    }
  }
  return { root, cwd, env };
}

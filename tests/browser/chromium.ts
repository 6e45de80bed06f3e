import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The shell first: it draws pages and no window around them, for half the processor's time. */
const KNOWN = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of a Chromium on this machine, if there is one. */
export function findChromium(): string | undefined {
  const known = KNOWN.find((path) => path !== undefined && existsSync(path));
  if (known !== undefined) return known;
  const downloaded = chromium.executablePath();
  return downloaded !== "" && existsSync(downloaded) ? downloaded : undefined;
}

/** Finds a Chromium or gets one, and says so. Throws with what to do where it can do neither. */
export function obtainChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  const debian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (debian) {
    console.log("No Chromium found: installing Debian's with apt-get …");
    run("apt-get", ["update", "-qq"]);
    const install = ["install", "-y", "-qq", "--no-install-recommends", "fonts-noto-cjk"];
    try {
      run("apt-get", [...install, "chromium-headless-shell"]);
    } catch {
      // Releases before Debian 12 have no package of the shell alone.
      run("apt-get", [...install, "chromium"]);
    }
  } else {
    console.log("No Chromium found: downloading playwright's …");
    run(process.execPath, ["node_modules/playwright-core/cli.js", "install", "chromium"]);
  }
  const installed = findChromium();
  if (installed === undefined) {
    throw new Error("No Chromium could be found or installed. Set CHROMIUM_PATH to one and run again.");
  }
  return installed;
}

/** A Chromium with a profile on disk, which outlives it, and which can be killed as the system kills a program. */
export async function launchKillable(profile: string): Promise<{ browser: Browser; kill(): Promise<void> }> {
  const args = [...FLAGS, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  // A process group: what is started may be a script that starts the browser.
  const child = spawn(obtainChromium(), [...args, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const ended = once(child, "close");
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", kill);
  let printed = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      printed += chunk;
      const found = /DevTools listening on (ws:\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The browser ended before it listened:\n${printed}`)));
  });
  return {
    browser: await chromium.connectOverCDP(address),
    async kill() {
      kill();
      process.off("exit", kill);
      await ended;
    },
  };
}

/** A headless Chromium of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: obtainChromium(), headless: true, args: FLAGS });
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, [...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

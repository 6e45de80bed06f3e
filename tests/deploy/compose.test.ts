import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSettings } from "../../src/node/settings.ts";
import { readCompose } from "./compose-file.ts";
import { readDockerfile } from "./dockerfile.ts";

const FILE = "docs/deploy/compose.yaml";
const PASSWORD = "canary123";

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period: string;
}

const file = readCompose(FILE) as unknown as {
  readonly services: Readonly<Record<"back-office" | "database", Service>>;
  readonly volumes: Readonly<Record<string, object>>;
};
const { "back-office": product, database } = file.services;

/** As compose fills in what it is given, or its default. */
const filled = (text: string) =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, how: string, word: string) =>
    name === "POSTGRES_PASSWORD" ? PASSWORD : how === "-" ? word : "",
  );

it("the compose file builds the Dockerfile's image and gives it settings that the server knows, of the database beside it", () => {
  expect(existsSync(join("docs/deploy", product.build ?? "", "Dockerfile"))).toBe(true);
  const known = readFileSync("src/node/settings.ts", "utf8");
  for (const name of Object.keys(product.environment)) expect(known).toMatch(new RegExp(`\\b${name}\\b`));
  const env = Object.fromEntries(
    Object.entries(product.environment).map(([name, value]) => [name, filled(value)]),
  );
  const url = new URL(readSettings(env).databaseUrl ?? "");
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD = "" } = database.environment;
  expect([url.username, url.password, url.pathname]).toEqual([
    POSTGRES_USER,
    filled(POSTGRES_PASSWORD),
    `/${POSTGRES_DB}`,
  ]);
  expect(Object.keys(file.services)).toContain(url.hostname);
  // It waits until the database answers, and both have the time that they take to stop.
  expect(product.depends_on).toEqual({ [url.hostname]: { condition: "service_healthy" } });
  expect(database.healthcheck?.test.slice(0, 2)).toEqual(["CMD", "pg_isready"]);
  expect(Number.parseInt(product.stop_grace_period, 10)).toBeGreaterThan(5);
});

it("its volumes are those that the images keep data in, and its port is on this machine alone", () => {
  const places = [product, database].flatMap(({ volumes }) => volumes.map((one) => one.split(":")));
  expect(places.map(([name]) => name).sort()).toEqual(Object.keys(file.volumes).sort());
  const steps = readDockerfile("Dockerfile").at(-1)?.steps ?? [];
  const kept = steps.find(({ what }) => what === "VOLUME")?.rest ?? "";
  expect(JSON.parse(kept)).toContain(product.volumes[0]?.split(":")[1]);
  const port = steps.find(({ what }) => what === "EXPOSE")?.rest;
  expect(product.ports).toEqual([`127.0.0.1:3000:${port}`]);
});

it.runIf(spawnSync("docker", ["compose", "version"]).status === 0)("compose itself takes it", () => {
  const env = { ...process.env, POSTGRES_PASSWORD: PASSWORD };
  expect(spawnSync("docker", ["compose", "-f", FILE, "config", "--quiet"], { env }).status).toBe(0);
});

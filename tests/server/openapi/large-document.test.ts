import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import { openApiDocument } from "../../../src/server/openapi/document.ts";
import { buildRuntime, routeServices } from "../../../src/server/runtime/build-runtime.ts";
import { largeConfig } from "../../compiler/large-config.ts";
import { libraryWith } from "../../model/library.ts";
import { buildServer } from "../build-server.ts";

/** Of processor time: no request may block others for longer. */
const MOST_MS = 100;

it("200 entities of 50 fields are described in steps that block nobody", async () => {
  const { effects, holder, close } = await buildServer();
  const { registry } = holder.current;
  const { config } = checkConfig(largeConfig(await libraryWith(), 200, 50), registry);
  if (config === undefined) throw new Error("The large config does not hold.");
  const services = routeServices(effects);
  const served = atOnce(buildRuntime(config, { registry, secret: "secret", services }));
  const account = {
    _id: "1",
    username: "director",
    role: "director",
    permissions: config.app.roles.director?.permissions ?? [],
    hidden: false,
    record: {},
    tokenHash: "",
  };
  let longest = 0;
  const steps = openApiDocument(served, served.routes.routes, account);
  for (;;) {
    const since = process.cpuUsage();
    const { done, value } = steps.next();
    const { user, system } = process.cpuUsage(since);
    longest = Math.max(longest, (user + system) / 1000);
    if (done !== true) continue;
    expect(Object.keys(value.paths).length).toBeGreaterThan(400);
    break;
  }
  expect(longest).toBeLessThan(MOST_MS);
  await close();
}, 60_000);

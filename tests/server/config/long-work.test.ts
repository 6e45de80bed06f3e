import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import { prepareRuntime } from "../../../src/server/config/prepare-runtime.ts";
import { buildRuntime, routeServices } from "../../../src/server/runtime/build-runtime.ts";
import { largeConfig } from "../../compiler/large-config.ts";
import { libraryWith } from "../../model/library.ts";
import { buildServer } from "../build-server.ts";

/** Generous: a busy machine is slow; the whole of it at once takes seconds. */
const MOST_MS = 250;

it("a large config with three broken files is prepared with turns for everyone else", async () => {
  const { store, effects, holder, close } = await buildServer();
  const { registry } = holder.current;
  const lastGood = largeConfig(await libraryWith(), 200, 50);
  const { config } = checkConfig(lastGood, registry);
  if (config === undefined) throw new Error("The large config does not hold.");
  const served = atOnce(
    buildRuntime(config, { registry, secret: "secret", services: routeServices(effects) }),
  );
  const files = new Map(lastGood);
  files.set("entities/thing7.json", "{ broken");
  files.set("entities/thing70.json", '{ "label": 7 }');
  files.set("messages.json", "[]");
  files.set("app.json", (lastGood.get("app.json") ?? "").replace("Lending Library", "Renamed"));

  const stretches: number[] = [];
  let since = process.cpuUsage();
  const turn = async () => {
    const { user, system } = process.cpuUsage(since);
    stretches.push((user + system) / 1000);
    await effects.turn();
    since = process.cpuUsage();
  };
  const parts = {
    store,
    effects: { ...effects, turn },
    registry,
    build: served.rebuild,
  };
  const settled = await prepareRuntime(parts, files, lastGood);
  await turn();

  expect(settled.rejected).toEqual(["messages.json", "entities/thing7.json", "entities/thing70.json"]);
  expect(settled.runtime?.config.app.title).toBe("Renamed");
  expect(stretches.length).toBeGreaterThan(10);
  expect(Math.max(...stretches)).toBeLessThan(MOST_MS);
  await close();
});

import { expect, it } from "vitest";
import { configFolder } from "../../../src/node/config-folder.ts";
import type { ConfigFolder } from "../../../src/server/config/config-source.ts";
import { followConfig, followedFolder } from "../../../src/server/config/follow-config.ts";
import { buildServer } from "../build-server.ts";
import { editedLibrary } from "./edited-library.ts";

it("a look waits until what is written is there, and goes on after a write that fails", async () => {
  const library = editedLibrary();
  const { store, effects, holder, close } = await buildServer({ folder: library.config });
  const order: string[] = [];
  let end = () => {};
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const real = configFolder(library.config);
  const folder: ConfigFolder = {
    ...real,
    async read() {
      order.push("read");
      return real.read();
    },
    async write() {
      order.push("write begins");
      await gate;
      order.push("write ends");
      throw new Error("EROFS");
    },
  };
  const log = (line: string) => order.push(line);
  const source = followedFolder(
    folder,
    followConfig({ store, effects, holder, folder, served: await real.read(), log }),
  );
  await source.follow();
  const written = expect(source.write(new Map())).rejects.toThrow("EROFS");
  const looked = source.follow();
  end();
  await Promise.all([written, looked]);
  expect(order).toEqual(["read", "write begins", "write ends", "read"]);
  await close();
  library.remove();
});

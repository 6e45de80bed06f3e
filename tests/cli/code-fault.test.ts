import { createServer } from "vite";
import { expect, it } from "vitest";
import { codeFault } from "../../src/cli/code-fault.mjs";

it("of code that Vite cannot read says what is wrong and where, in one line", async () => {
  const vite = await createServer({
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: "bad-code",
        resolveId: (id) => (id === "/bad.ts" ? id : undefined),
        load: (id) => (id === "/bad.ts" ? "export const a: number = 1;\nconst b = (;\n" : undefined),
      },
    ],
  });
  const error: unknown = await vite.ssrLoadModule("/bad.ts").catch((thrown: unknown) => thrown);
  await vite.close();
  expect(String(error).split("\n")[0]).toBe("Error: Transform failed with 1 error:");
  expect(codeFault(error)).toMatch(/^Unexpected token \(\S*bad\.ts:2:12\)$/);
});

it.each([new TypeError("table is not iterable"), new Error("[list] is empty"), "text", undefined])(
  "of what is no fault of code says nothing: %s",
  (error) => {
    expect(codeFault(error)).toBeUndefined();
  },
);

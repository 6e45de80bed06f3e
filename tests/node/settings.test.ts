import { expect, it } from "vitest";
import { readSettings, StartRefused } from "../../src/node/settings.ts";

const DEFAULTS = {
  port: 3000,
  host: "127.0.0.1",
  dataDir: "./data",
  configDir: "./config",
  adminPassword: undefined,
  sampleData: true,
  trustProxy: false,
  maxConnections: 256,
  maxBodyMegabytes: 256,
};

it.each([
  [{}, {}],
  [{ PORT: "", HOST: "", DATA_DIR: "", CONFIG_DIR: "", ADMIN_PASSWORD: "", SAMPLE_DATA: "" }, {}],
  [{ PORT: "0" }, { port: 0 }],
  [
    { PORT: "65535", HOST: "0.0.0.0" },
    { port: 65_535, host: "0.0.0.0" },
  ],
  [
    { DATA_DIR: "/srv/x", CONFIG_DIR: "/etc/x", ADMIN_PASSWORD: " p " },
    { dataDir: "/srv/x", configDir: "/etc/x", adminPassword: " p " },
  ],
  [{ SAMPLE_DATA: "OFF" }, { sampleData: false }],
  [{ SAMPLE_DATA: "false" }, { sampleData: false }],
  [{ SAMPLE_DATA: "on" }, { sampleData: true }],
  [{ TRUST_PROXY: "on" }, { trustProxy: true }],
  [{ TRUST_PROXY: "1" }, { trustProxy: 1 }],
  [{ TRUST_PROXY: "2" }, { trustProxy: 2 }],
  [{ TRUST_PROXY: "off" }, { trustProxy: false }],
  [
    { MAX_CONNECTIONS: "1", MAX_BODY_MB: "64" },
    { maxConnections: 1, maxBodyMegabytes: 64 },
  ],
])("%j", (env, changed) => {
  expect(readSettings(env)).toEqual({ ...DEFAULTS, ...changed });
});

it("every wrong setting is told, with what is allowed", () => {
  const refusals = (env: Record<string, string>) => {
    try {
      readSettings(env);
      return [];
    } catch (error) {
      return error instanceof StartRefused ? error.lines : [String(error)];
    }
  };
  const wrong = {
    PORT: "80a",
    SAMPLE_DATA: "maybe",
    TRUST_PROXY: "-1",
    MAX_CONNECTIONS: "0",
    MAX_BODY_MB: "8",
  };
  expect(refusals(wrong)).toEqual([
    'PORT is "80a"; it must be a number from 0 to 65535.',
    'SAMPLE_DATA is "maybe"; it must be on or off.',
    'TRUST_PROXY is "-1"; it must be on, off or a number of proxies.',
    'MAX_CONNECTIONS is "0"; it must be a number of at least 1.',
    'MAX_BODY_MB is "8"; it must be a number of at least 64.',
  ]);
  for (const PORT of ["-1", "65536", "3000.5", "1e3", " 1"]) expect(refusals({ PORT }).length).toBe(1);
});

import { describe, expect, it } from "vitest";
import { readSettings, StartRefused } from "../../src/node/settings.ts";

const DEFAULTS = {
  port: 3000,
  host: "127.0.0.1",
  dataDir: "./data",
  databaseUrl: undefined,
  configDir: "./config",
  adminPassword: undefined,
  sampleData: true,
  trustProxy: false,
  maxConnections: 256,
  maxBodyMegabytes: 256,
  corsOrigins: [],
  publicUrl: undefined,
  log: "text",
  metricsToken: undefined,
  webhooks: undefined,
  drainSeconds: 0,
  backups: undefined,
};

it.each([
  [{}, {}],
  [{ PORT: "", HOST: "", DATA_DIR: "", CONFIG_DIR: "", ADMIN_PASSWORD: "", SAMPLE_DATA: "" }, {}],
  [{ DATABASE_URL: "", METRICS_TOKEN: "", BACKUP_DIR: "", PUBLIC_URL: "", LOG: "", TRUST_PROXY: "" }, {}],
  [{ PORT: "0" }, { port: 0 }],
  [
    { PORT: "65535", HOST: "0.0.0.0" },
    { port: 65_535, host: "0.0.0.0" },
  ],
  [
    { DATA_DIR: "/srv/x", CONFIG_DIR: "/etc/x", ADMIN_PASSWORD: " p " },
    { dataDir: "/srv/x", configDir: "/etc/x", adminPassword: " p " },
  ],
  [{ DRAIN_SECONDS: "9" }, { drainSeconds: 9 }],
  [{ SAMPLE_DATA: "OFF" }, { sampleData: false }],
  [{ SAMPLE_DATA: "false" }, { sampleData: false }],
  [{ SAMPLE_DATA: "on" }, { sampleData: true }],
  [{ TRUST_PROXY: "on" }, { trustProxy: true }],
  [{ TRUST_PROXY: "YES" }, { trustProxy: true }],
  [{ TRUST_PROXY: "1" }, { trustProxy: 1 }],
  [{ TRUST_PROXY: "2" }, { trustProxy: 2 }],
  [{ TRUST_PROXY: "off" }, { trustProxy: false }],
  [
    { MAX_CONNECTIONS: "1", MAX_BODY_MB: "64" },
    { maxConnections: 1, maxBodyMegabytes: 64 },
  ],
  [
    { CORS_ORIGINS: " https://shop.example, http://desk.example:8080\nhttp://[::1]:3000 " },
    { corsOrigins: ["https://shop.example", "http://desk.example:8080", "http://[::1]:3000"] },
  ],
  [{ CORS_ORIGINS: " , " }, {}],
  [
    { LOG: "JSON", METRICS_TOKEN: "abcdefghijklmnop" },
    { log: "json", metricsToken: "abcdefghijklmnop" },
  ],
  [{ DATABASE_URL: "postgres://u:p@db/shop" }, { databaseUrl: "postgres://u:p@db/shop" }],
  [{ WEBHOOK_SECRET: "abcdefghijklmnop" }, {}],
  [
    {
      WEBHOOK_HOSTS: "hooks.example.com, 10.0.0.5:8080 [::1]:9000",
      WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw abcdefghijklmnop",
    },
    {
      webhooks: {
        hosts: new Set(["hooks.example.com", "10.0.0.5:8080", "[::1]:9000"]),
        secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "abcdefghijklmnop"],
      },
    },
  ],
  [{ BACKUP_DIR: "/b" }, { backups: { dir: "/b", everyHours: 24, keep: 14 } }],
  [
    { BACKUP_DIR: "/b", BACKUP_EVERY_HOURS: "1", BACKUP_KEEP: "1" },
    { backups: { dir: "/b", everyHours: 1, keep: 1 } },
  ],
  [{ PUBLIC_URL: "https://cms.example" }, { publicUrl: "https://cms.example" }],
  [{ PUBLIC_URL: "http://10.0.0.1:3000/" }, { publicUrl: "http://10.0.0.1:3000" }],
])("%j", (env, changed) => {
  expect(readSettings(env)).toEqual({ ...DEFAULTS, ...changed });
});

function refusals(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    return error instanceof StartRefused ? error.lines : [String(error)];
  }
}

it("every wrong setting is told, with what is allowed", () => {
  const wrong = {
    PORT: "80a",
    SAMPLE_DATA: "maybe",
    TRUST_PROXY: "-1",
    MAX_CONNECTIONS: "0",
    MAX_BODY_MB: "8",
    DRAIN_SECONDS: "10",
  };
  expect(refusals(wrong)).toEqual([
    'PORT is "80a"; it must be a number from 0 to 65535.',
    'SAMPLE_DATA is "maybe"; it must be on or off.',
    'TRUST_PROXY is "-1"; it must be on, off or a number of proxies.',
    'MAX_CONNECTIONS is "0"; it must be a number of at least 1.',
    'MAX_BODY_MB is "8"; it must be a number of at least 64.',
    'DRAIN_SECONDS is "10"; it must be 9 at most.',
  ]);
  expect(
    refusals({ LOG: "Loud", METRICS_TOKEN: "abcdefghijklmno", DATABASE_URL: "mysql://me:secret@db" }),
  ).toEqual([
    'LOG is "loud"; it must be off, text, json.',
    "DATABASE_URL must be like postgres://user:password@host:5432/database.",
    "METRICS_TOKEN must have 16 letters and digits at least, and no blank.",
  ]);
  for (const PORT of ["-1", "65536", "3000.5", "1e3", " 1"]) expect(refusals({ PORT }).length).toBe(1);
});

it.each([
  "https://hooks.example.com",
  "hooks.example.com/path",
  "hooks.example.com:443",
  "hooks.example.com:80",
  "Hooks.example.com",
  "staff@hooks.example.com",
  "*.example.com",
  "10.5",
])("a host of webhooks is not %j", (host) => {
  const lines = refusals({ WEBHOOK_HOSTS: host, WEBHOOK_SECRET: "abcdefghijklmnop" });
  expect(lines).toEqual([expect.stringMatching(/^WEBHOOK_HOSTS has ".*"; write a host as it stands in/)]);
});

it.each([
  ["", "WEBHOOK_HOSTS needs WEBHOOK_SECRET"],
  ["abcdefghijklmno", "WEBHOOK_SECRET must have 16"],
  ["whsec_not-in-base64-at-all", "WEBHOOK_SECRET must have 16"],
  ["a secret of several words", "WEBHOOK_SECRET must have 16 letters and digits at least, and a blank only"],
  ["abcdefghijklmnop short", "WEBHOOK_SECRET must have 16"],
])("the secret of webhooks is not %j, and is in no message", (WEBHOOK_SECRET, says) => {
  const lines = refusals({ WEBHOOK_HOSTS: "hooks.example.com", WEBHOOK_SECRET });
  expect(lines).toEqual([expect.stringContaining(says)]);
  if (WEBHOOK_SECRET !== "") expect(lines.join()).not.toContain(WEBHOOK_SECRET);
});

const FORM = "http or https, the host in small letters, the port where it is not the usual one, and no path";

describe("an origin", () => {
  it.each([
    ["shop.example", "https://shop.example"],
    ["https://shop.example/", "https://shop.example"],
    ["https://shop.example/cms", "https://shop.example"],
    ["https://Shop.Example", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["https://staff@shop.example", "https://shop.example"],
    ["https:shop.example", "https://shop.example"],
    ["https://*.shop.example", "https://shop.example"],
    ["https://shop.example;script-src", "https://shop.example"],
    ["null", "https://shop.example"],
    ["ftp://shop.example", "https://shop.example"],
    ["javascript:alert(1)", "https://shop.example"],
    ["https://飲品.tw", "https://xn--jvrv00n.tw"],
  ])("of CORS_ORIGINS is not %j: the server does not start, and says what to write", (origin, right) => {
    expect(refusals({ CORS_ORIGINS: `https://desk.example ${origin}` })).toEqual([
      `CORS_ORIGINS has "${origin}"; write "${right}", as browsers do: ${FORM}.`,
    ]);
  });

  it("is named, not all there are", () => {
    expect(refusals({ CORS_ORIGINS: "*" })).toEqual([
      'CORS_ORIGINS is "*"; name each origin whose scripts may call the API, not all there are.',
    ]);
  });

  it.each([
    ["cms.example", "https://shop.example"],
    ["https://cms.example/admin", "https://cms.example"],
    ["https://cms.example/?x", "https://cms.example"],
    ["https://CMS.example", "https://cms.example"],
    ["https://cms.example; img-src *", "https://shop.example"],
    ["https://cms.example\r\nx: y", "https://shop.example"],
    ["data:text/html,x", "https://shop.example"],
  ])("of PUBLIC_URL is not %j", (url, right) => {
    expect(refusals({ PUBLIC_URL: url })).toEqual([`PUBLIC_URL is "${url}"; write "${right}": ${FORM}.`]);
  });
});

import { CLIENT_LIMITS, MEGABYTE } from "../server/http/client-limits.ts";

/** What an operator may set, from the environment. */
export interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly configDir: string;
  /** Of the first account; default: a random one, which is shown. */
  readonly adminPassword: string | undefined;
  readonly sampleData: boolean;
  /** Whether `X-Forwarded-For` has the client's address: from that many proxies, or from any (true). */
  readonly trustProxy: boolean | number;
  /** Of one address, without a session. */
  readonly maxConnections: number;
  /** For the bodies of all requests under way, in megabytes. */
  readonly maxBodyMegabytes: number;
}

/** Why the server does not start, in lines for the operator. */
export class StartRefused extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
    this.name = "StartRefused";
  }
}

const HIGHEST_PORT = 65_535;
/** Enough for a record with its pictures and an upload at the same time. */
const MIN_BODY_MEGABYTES = 64;
const OFF = new Set(["off", "false", "no", "0"]);
const ON = new Set(["on", "true", "yes", "1"]);

/** Empty variables count as unset. Throws StartRefused with all wrong ones. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const wrong: string[] = [];
  const text = (name: string, unset: string) => env[name] || unset;
  const portText = text("PORT", "3000");
  const port = /^\d+$/.test(portText) ? Number(portText) : Number.NaN;
  if (!(port <= HIGHEST_PORT))
    wrong.push(`PORT is "${portText}"; it must be a number from 0 to ${HIGHEST_PORT}.`);
  const samples = text("SAMPLE_DATA", "on").toLowerCase();
  if (!OFF.has(samples) && !ON.has(samples)) wrong.push(`SAMPLE_DATA is "${samples}"; it must be on or off.`);
  const proxy = text("TRUST_PROXY", "off").toLowerCase();
  const hops = /^[1-9]\d?$/.test(proxy) ? Number(proxy) : undefined;
  if (hops === undefined && !OFF.has(proxy) && !ON.has(proxy))
    wrong.push(`TRUST_PROXY is "${proxy}"; it must be on, off or a number of proxies.`);
  const atLeast = (name: string, least: number, unset: number) => {
    const given = text(name, String(unset));
    const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (!(number >= least)) wrong.push(`${name} is "${given}"; it must be a number of at least ${least}.`);
    return number;
  };
  const maxConnections = atLeast("MAX_CONNECTIONS", 1, CLIENT_LIMITS.connectionsPerAddress);
  const maxBodyMegabytes = atLeast("MAX_BODY_MB", MIN_BODY_MEGABYTES, CLIENT_LIMITS.bodyBytes / MEGABYTE);
  if (wrong.length > 0) throw new StartRefused(wrong);
  return {
    port,
    host: text("HOST", "127.0.0.1"),
    dataDir: text("DATA_DIR", "./data"),
    configDir: text("CONFIG_DIR", "./config"),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    sampleData: ON.has(samples),
    trustProxy: hops ?? ON.has(proxy),
    maxConnections,
    maxBodyMegabytes,
  };
}

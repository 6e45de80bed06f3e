import { CLIENT_LIMITS, MEGABYTE } from "../server/http/client-limits.ts";
import { LOG_FORMATS, type LogFormat } from "../server/operating/operator-log.ts";

/** What an operator may set, from the environment. */
export interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** postgres://…: the store is in that database, not in `dataDir`. */
  readonly databaseUrl: string | undefined;
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
  /** Origins whose scripts may call the API. */
  readonly corsOrigins: readonly string[];
  /** The origin under which clients reach this server: of images' addresses in answers. Default: they have none. */
  readonly publicUrl: string | undefined;
  readonly log: LogFormat;
  /** Whoever sends it reads `/api/metrics`; default: nobody does. */
  readonly metricsToken: string | undefined;
  /** Where webhooks may be sent; default: nowhere. */
  readonly webhooks: WebhookSettings | undefined;
  /** How long a server that is told to end goes on after it has said that it is not ready. */
  readonly drainSeconds: number;
  /** Backups that the running server makes; default: none. */
  readonly backups: BackupSettings | undefined;
}

interface WebhookSettings {
  /** As a URL writes them, with the port where it is not the usual one. */
  readonly hosts: ReadonlySet<string>;
  /** What they are signed with: each of these. */
  readonly secrets: readonly string[];
}

export interface BackupSettings {
  readonly dir: string;
  readonly everyHours: number;
  /** So many of the last. */
  readonly keep: number;
}

/** Why the server does not start, in lines for the operator. */
export class StartRefused extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
    this.name = "StartRefused";
  }
}

/** What the operator is told of an error that ends a command. */
export const refusalLines = (error: unknown): readonly unknown[] =>
  error instanceof StartRefused ? error.lines : [error instanceof Error ? error.message : error];

export function endRefused(error: unknown): never {
  for (const line of refusalLines(error)) console.error(line);
  process.exit(1);
}

const HIGHEST_PORT = 65_535;
/** Enough for a record with its pictures and an upload at the same time. */
const MIN_BODY_MEGABYTES = 64;
/** With what an end takes it is within the 15 seconds that systemd and engines are told to wait. */
const MAX_DRAIN_SECONDS = 9;
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
  const corsOrigins = text("CORS_ORIGINS", "")
    .split(/[\s,]+/)
    .filter((one) => one !== "");
  for (const one of corsOrigins) {
    if (one === "*")
      wrong.push('CORS_ORIGINS is "*"; name each origin whose scripts may call the API, not all there are.');
    else if (originIn(one) !== one)
      wrong.push(
        `CORS_ORIGINS has "${one}"; write "${originIn(one) ?? "https://shop.example"}", as browsers do: ${ORIGIN}.`,
      );
  }
  const publicText = text("PUBLIC_URL", "");
  const publicUrl = publicText === "" ? undefined : originIn(publicText);
  if (publicText !== "" && publicText.replace(/\/$/, "") !== publicUrl)
    wrong.push(`PUBLIC_URL is "${publicText}"; write "${publicUrl ?? "https://shop.example"}": ${ORIGIN}.`);
  const logText = text("LOG", "text").toLowerCase();
  const log = LOG_FORMATS.find((format) => format === logText);
  if (log === undefined) wrong.push(`LOG is "${logText}"; it must be ${LOG_FORMATS.join(", ")}.`);
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl !== undefined && !isDatabaseUrl(databaseUrl))
    // Not the value: it may hold a password.
    wrong.push("DATABASE_URL must be like postgres://user:password@host:5432/database.");
  const metricsToken = env.METRICS_TOKEN || undefined;
  if (metricsToken !== undefined && !TOKEN.test(metricsToken))
    wrong.push(`METRICS_TOKEN must have 16 letters and digits at least, and no blank.`);
  const webhooks = readWebhooks(text("WEBHOOK_HOSTS", ""), text("WEBHOOK_SECRET", ""), wrong);
  const backupDir = text("BACKUP_DIR", "");
  const drainSeconds = atLeast("DRAIN_SECONDS", 0, 0);
  if (drainSeconds > MAX_DRAIN_SECONDS)
    wrong.push(`DRAIN_SECONDS is "${drainSeconds}"; it must be ${MAX_DRAIN_SECONDS} at most.`);
  const everyHours = atLeast("BACKUP_EVERY_HOURS", 1, 24);
  const keep = atLeast("BACKUP_KEEP", 1, 14);
  if (wrong.length > 0) throw new StartRefused(wrong);
  return {
    port,
    host: text("HOST", "127.0.0.1"),
    dataDir: text("DATA_DIR", "./data"),
    databaseUrl,
    configDir: text("CONFIG_DIR", "./config"),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    sampleData: ON.has(samples),
    trustProxy: hops ?? ON.has(proxy),
    maxConnections,
    maxBodyMegabytes,
    corsOrigins,
    publicUrl,
    log: log ?? "off",
    metricsToken,
    webhooks,
    drainSeconds,
    backups: backupDir === "" ? undefined : { dir: backupDir, everyHours, keep },
  };
}

export const isDatabaseUrl = (text: string): boolean => /^postgres(?:ql)?:\/\/[^/]/.test(text);

/** None without hosts: then the secret is of no use. */
function readWebhooks(hostText: string, secretText: string, wrong: string[]): WebhookSettings | undefined {
  const words = (listed: string) => listed.split(/[\s,]+/).filter((one) => one !== "");
  const hosts = words(hostText);
  const secrets = words(secretText);
  for (const host of hosts) {
    const origin = `https://${host}`;
    if (originIn(origin) !== origin || host.endsWith(":80"))
      wrong.push(
        `WEBHOOK_HOSTS has "${host}"; write a host as it stands in an address, in small letters, such as hooks.example.com, with its port where that is neither 80 nor 443.`,
      );
  }
  const isSecret = (one: string) =>
    TOKEN.test(one) && /^(?!whsec_)|^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(one);
  if (!secrets.every(isSecret))
    wrong.push(
      "WEBHOOK_SECRET must have 16 letters and digits at least, and a blank only between two secrets; one that begins with whsec_ is a key in base64.",
    );
  if (hosts.length > 0 && secrets.length === 0)
    wrong.push("WEBHOOK_HOSTS needs WEBHOOK_SECRET, by which receivers know who sends.");
  return hosts.length === 0 ? undefined : { hosts: new Set(hosts), secrets };
}

/** What can stand in a header, and is not guessed. */
const TOKEN = /^[!-~]{16,}$/;

/** What an origin is, for the operator. */
const ORIGIN =
  "http or https, the host in small letters, the port where it is not the usual one, and no path";
/** Of hosts only what can stand in a header: a URL's host may have a semicolon. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The origin of a URL; undefined where the text is none, or none of http. */
function originIn(text: string): string | undefined {
  try {
    const { origin } = new URL(text);
    return PLAIN_ORIGIN.test(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}

import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { Entity } from "../../../src/model/entity.ts";
import type { Json } from "../../../src/model/record.ts";
import { OPEN_JSON, PLAIN_JSON, RECORD_JSON, type Route } from "../../../src/server/http/route.ts";
import type { EntityRuntime } from "../../../src/server/records/entity-runtime.ts";
import { MAX_PREFERENCE_BYTES, MAX_PREFERENCES } from "../../../src/wire/preferences.ts";
import { heavySaves, heavyTexts, savedBody } from "./config-requests.ts";
import type { Ask, HeavyRequest, Surroundings } from "./heavy-request.ts";
import { inverseRequests, listRequests } from "./list-requests.ts";
import { longestTexts } from "./longest-values.ts";
import { longestPreference, preferenceKey, type Seeded } from "./seed.ts";

const MB = 1024 * 1024;
const json = (value: unknown) => () => ({ type: "application/json", bytes: JSON.stringify(value) });
const text = (bytes: string) => () => ({ type: "application/json", bytes });

/** The longest and heaviest that a route may be asked. Throws for one that it knows nothing of: a new route is measured too. */
export function heavyRequests(route: Route, around: Surroundings): readonly HeavyRequest[] {
  const { seeded } = around;
  const entity = route.entity === undefined ? undefined : seeded.runtime.entities.get(route.entity);
  const own = OTHERS[`${route.method} ${route.operation}`];
  const requests = own?.(route, around) ?? (entity && recordRequests(route, entity, seeded));
  if (requests === undefined) throw new Error(`Nothing says how ${route.method} ${route.pattern} is asked.`);
  return [...requests, ...bodiesAtTheLimit(route, requests[0]?.path ?? route.pattern)];
}

type Make = (route: Route, around: Surroundings) => readonly HeavyRequest[];

const plain: Make = ({ pattern }) => [{ what: "as it is", path: pattern }];

const OTHERS: Readonly<Record<string, Make>> = {
  "GET read public config": plain,
  "GET read config": plain,
  "GET read config version": plain,
  "GET health": plain,
  "GET ready": plain,
  "GET metrics": plain,
  "GET read API description": plain,
  "GET validate token": plain,
  "GET list config files": plain,
  "GET read webhooks": plain,
  "POST try webhook": ({ pattern }) => [{ what: "of none", path: pattern.replace("{id}", "none") }],
  "GET read preferences": ({ pattern }) => [
    {
      what: "as many and as long as they may be",
      path: pattern,
      answers: MAX_PREFERENCES * (MAX_PREFERENCE_BYTES - 20),
    },
  ],
  "GET read chart": ({ pattern }, { seeded }) =>
    seeded.runtime.config.home
      .filter(({ chart }) => chart !== undefined)
      .map(({ label }) => ({ what: label, path: `${pattern}?tile=${encodeURIComponent(label)}` })),
  "GET read history": ({ pattern }, { seeded }) => [
    { what: "of all", path: `${pattern}?limit=100` },
    { what: "of all, of whom there is nothing", path: `${pattern}?by=nobody&kind=restore&limit=100` },
    ...[...seeded.many].map(([entity, ids]) => ({
      what: `of a record of ${entity}, the longest page`,
      path: `${pattern}?entity=${entity}&id=${ids.at(-2)}&limit=100`,
    })),
  ],
  "GET read change": ({ pattern }, { seeded }) =>
    [...seeded.undoable].map(([entity, { position }]) => ({
      what: `a longest record of ${entity}`,
      path: pattern.replace("{position}", String(position)),
    })),
  "GET read created record": ({ pattern }, { seeded }) =>
    [...seeded.many.keys()].map((entity) => ({ what: entity, path: `${pattern}?entity=${entity}&key=a` })),
  "GET read bin": ({ pattern }, { seeded }) =>
    [...seeded.many.keys()].map((entity) => ({
      what: entity,
      path: `${pattern}?entity=${entity}&limit=100`,
    })),
  "GET read deleted image": ({ pattern }, { seeded }) =>
    [...seeded.longest].map(([entity, id]) => ({
      what: `of a longest record of ${entity}`,
      path: `${pattern.replace("{name}", `${"x".repeat(43)}.png`)}?entity=${entity}&id=${id.replace(/1$/, "2")}`,
    })),
  "POST restore record": ({ pattern }, { seeded }) =>
    [...seeded.longest].map(([entity, id]) => ({
      what: `a longest record of ${entity}`,
      path: pattern,
      once: true,
      body: json({ entity, _id: id.replace(/1$/, "2") }),
    })),
  "POST undo change": ({ pattern }, { seeded }) =>
    [...seeded.undoable].map(([entity, { changeId }]) => ({
      what: `of many records of ${entity}`,
      path: pattern,
      once: true,
      body: json({ changeId, rest: true }),
    })),
  "POST delete for good": ({ pattern }, { seeded }) =>
    [...seeded.longest].flatMap(([entity, id]) => [
      {
        what: `a longest record of ${entity}`,
        path: pattern,
        once: true as const,
        body: json({ entity, _id: id.replace(/1$/, "2") }),
      },
      { what: `all of ${entity}`, path: pattern, once: true as const, body: json({ entity, upTo: 2 ** 40 }) },
    ]),
  "POST move references": ({ pattern }, { seeded }) =>
    [...seeded.many].map(([entity, ids]) => ({
      what: `of all that refer to one of ${entity}`,
      path: pattern,
      once: true,
      body: json({ entity, _id: ids.at(-1), to: ids[0] }),
    })),
  "GET follow changes": ({ pattern }, { seeded }) => {
    const positions = [...seeded.undoable.values()].map(({ position }) => position);
    return [
      { what: "from now on", path: pattern, isEndless: true },
      { what: "all that ever was", path: `${pattern}?after=0`, isEndless: true },
      { what: "the latest", path: `${pattern}?after=${Math.max(...positions) - 1}`, isEndless: true },
    ];
  },
  "POST tell open record": ({ pattern }, { seeded }) =>
    [...seeded.longest].map(([entity, _id]) => ({
      what: `a longest record of ${entity}`,
      path: pattern,
      body: json({ stream: "none", record: { entity, _id } }),
    })),
  "PUT save preference": ({ pattern }) => [
    {
      what: "as long as it may be",
      path: pattern.replace("{key}", preferenceKey(0)),
      status: 200,
      body: json(longestPreference()),
    },
  ],
  // Sessions of all roles are needed to the end: what ends is one that is unknown.
  "POST log out": ({ pattern }) => [{ what: "as it is", path: pattern, once: true }],
  "GET read validator": ({ pattern }, { validators }) =>
    validators.map((name) => ({ what: name, path: pattern.replace("{name}", name) })),
  "GET read config file": ({ pattern }, { files }) =>
    [...files.keys()].map((path) => ({ what: path, path: `${pattern}?path=${encodeURIComponent(path)}` })),
  "GET ask for blame": ({ pattern }, { seeded }) =>
    [...seeded.runtime.entities.values()].map(({ entity }) => ({
      what: entity.id,
      path: `${pattern}?kind=widget&entity=${entity.id}&field=${entity.fields[0]?.name}&option=${"x/".repeat(3_000)}`,
    })),
  "POST draft config": ({ pattern }, around) =>
    heavyTexts(around).map(([what, files]) => ({ what, path: pattern, body: json({ files }) })),
  "PUT save config files": ({ pattern }, around) => [
    ...heavyTexts(around).map(([what, files]) => ({
      what,
      path: pattern,
      once: true as const,
      askedBody: (ask: Ask) => savedBody([files], ask),
    })),
    ...heavySaves(around).map(([what, ...texts]) => ({
      what: `saved: ${what}`,
      path: pattern,
      once: true as const,
      status: 200,
      askedBody: (ask: Ask) => savedBody(texts, ask),
    })),
  ],
  "POST return config file": ({ pattern }, { files }) => [
    {
      what: "of no save",
      path: pattern,
      body: json({ path: [...files.keys()][0], version: "x".repeat(60_000) }),
    },
  ],
  "POST log in": ({ pattern }) => [
    {
      what: "unknown",
      path: pattern,
      body: json({ username: "界".repeat(1_300), password: "界".repeat(1_300) }),
    },
    {
      what: "wrong",
      path: pattern,
      body: json({ username: "the-superAdmin", password: "x".repeat(OPEN_JSON - 100) }),
    },
  ],
  "POST upload images": ({ pattern }) => [
    { what: "five of 5 MB", path: pattern, once: true, body: () => fiveImages() },
  ],
  "DELETE delete image": ({ pattern }) => [
    { what: "one that there is not", path: pattern.replace("{name}", "a".repeat(1_500)), once: true },
  ],
  "GET read image": ({ pattern }, { image }) => [{ what: "one", path: pattern.replace("{name}", image) }],
};

/**
 * Whatever a route makes of its body, it may be as large as it takes, of anything; and as large as it takes of whoever
 * holds no permission, where anyone may ask: each of these gets through to the handler for somebody.
 */
function bodiesAtTheLimit({ jsonLimit, access }: Route, path: string): readonly HeavyRequest[] {
  if (jsonLimit === undefined) return [];
  const sizes = access === "anyone" ? [jsonLimit, OPEN_JSON] : [jsonLimit];
  return sizes.flatMap((limit) => bodiesOfSize(limit - 100, path));
}

function bodiesOfSize(size: number, path: string): readonly HeavyRequest[] {
  return [
    ["brackets", `[${"[],".repeat(size / 3 - 2)}0]`],
    ["empty objects", `{"a":[${"{},".repeat(Math.min(size / 3 - 5, 49_000))}0]}`],
    ["a text of quotes", `{"a":"${'\\"'.repeat(size / 2 - 10)}"}`],
    ["a text of three bytes each", `{"a":"${"界".repeat(size / 3 - 10)}"}`],
    ["keys", `{${Array.from({ length: Math.min(size / 10, 40_000) - 10 }, (_, at) => `"${at}":0`).join()}}`],
  ].map(([what = "", bytes = ""]) => ({
    what: `a body of ${what}, ${Math.ceil(size / 1024)} kB`,
    path,
    body: text(bytes),
  }));
}

function recordRequests(route: Route, runtime: EntityRuntime, seeded: Seeded): readonly HeavyRequest[] {
  const { entity } = runtime;
  const { list } = entity.endpoints;
  if (route.pattern === list && route.method === "GET")
    return [...listRequests(entity), ...inverseRequests(runtime, seeded)];
  const record = (id: string | undefined) => entity.endpoints.record.replace("{id}", id ?? "none");
  const many = seeded.many.get(entity.id) ?? [];
  if (route.method === "GET")
    return [{ what: "a longest record", path: record(seeded.longest.get(entity.id)) }];
  if (route.method === "DELETE")
    return [
      { what: "one that most others refer to", path: record(many.at(-1)) },
      { what: "one of many", path: record(many[0]), once: true },
    ];
  const path = route.method === "POST" ? list : record(many[1]);
  const open = route.access === "anyone" ? [registrationRequest(path, seeded)] : [];
  return open.concat(
    bodiesOf(runtime, seeded).map(([what, values]) => ({
      what,
      path,
      body: (run) => ({ type: "application/json", bytes: JSON.stringify(withOwn(entity, values, run)) }),
    })),
  );
}

/** An account that may be registered, with every field at its longest, in a body as large as it may be. */
function registrationRequest(path: string, { runtime }: Seeded): HeavyRequest {
  const { registration, accounts } = runtime.config.app;
  const body = (run: number) => {
    const values: Record<string, Json> = {};
    for (const [name, { enum: choices, maxLength = 100 }] of Object.entries(registration.schema.properties))
      values[name] = choices?.[0] ?? "x".repeat(Math.min(maxLength, 1_000));
    values[accounts.username] = `new-${run}`;
    values[accounts.role] = registration.defaultRole;
    const room = OPEN_JSON - JSON.stringify(values).length - 20;
    return { type: "application/json", bytes: JSON.stringify({ ...values, more: "x".repeat(room) }) };
  };
  return { what: "a registration in a whole body", path, body };
}
type Values = Readonly<Record<string, Json>>;

/** Records as long as they may be, longer, and heavy to clean. */
function bodiesOf({ fields }: EntityRuntime, seeded: Seeded): readonly [what: string, values: Values][] {
  const long = Object.fromEntries(longestTexts(fields));
  const html = fields.find(({ valueType }) => valueType === "html")?.name;
  const bodies: [string, Values][] = [["every field at its longest", long]];
  for (const field of fields) {
    if (field.schema.type !== "string" || field.schema.enum !== undefined) continue;
    const size = (html === undefined ? PLAIN_JSON : RECORD_JSON) - 2_000;
    bodies.push([`${field.name} as long as the body`, { [field.name]: "x".repeat(size) }]);
  }
  if (html !== undefined) {
    const picture = (bytes: number) =>
      `<img src="data:image/png;base64,${randomBytes(bytes).toString("base64")}">`;
    bodies.push(["pictures that are none", { [html]: picture(5 * MB).repeat(2) }]);
    bodies.push(["brackets", { [html]: "<".repeat(200_000) }]);
    bodies.push(["characters that are escaped", { [html]: `<p onclick=x>${'\n"\\&'.repeat(40_000)}</p>` }]);
  }
  return seeded.records.size === 0 ? [] : bodies;
}

/** What is in a new record beside: a sample's values, and texts of its own where they must be. */
function withOwn({ id, fields }: Entity, values: Values, run: number): Values {
  const own: Record<string, Json> = { ...SAMPLES.get(id), ...values };
  for (const { name, schema } of fields) {
    if (schema.unique !== true || schema.pattern !== undefined) continue;
    const value = String(own[name] ?? "");
    const mark = `${run}-${id}`;
    own[name] = value.length > mark.length ? mark + value.slice(mark.length) : mark;
  }
  return own;
}

/** Values of a sample of each entity, as its file has them. */
export const SAMPLES = new Map<string, Values>();
let images: { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined;

function fiveImages() {
  if (images === undefined) throw new Error("The pictures are made before.");
  return images;
}

/** Five pictures of nearly 5 MB each, of noise: nothing is harder to decode. */
export async function makeImages(): Promise<void> {
  const form = new FormData();
  for (let at = 0; at < 5; at += 1) {
    const width = 1_280;
    const noise = randomBytes(width * width * 3);
    const png = await sharp(noise, { raw: { width, height: width, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    form.append("files", new Blob([new Uint8Array(png)], { type: "image/png" }), `${at}.png`);
  }
  const response = new Response(form);
  images = {
    type: response.headers.get("content-type") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { Entity } from "../../../src/model/entity.ts";
import { isInLists } from "../../../src/model/fields-in-lists.ts";
import type { ListFilter } from "../../../src/model/list/list-filter.ts";
import type { Json } from "../../../src/model/record.ts";
import { textVersion } from "../../../src/server/config/editing/texts-before.ts";
import { OPEN_JSON, PLAIN_JSON, RECORD_JSON, type Route } from "../../../src/server/http/route.ts";
import type { EntityRuntime } from "../../../src/server/records/entity-runtime.ts";
import { inverseFields } from "../../../src/server/records/referring/inverse-filters.ts";
import type { ConfigFiles } from "../../../src/wire/config-editing.ts";
import { MAX_PREFERENCE_BYTES, MAX_PREFERENCES } from "../../../src/wire/preferences.ts";
import { longestTexts } from "./longest-values.ts";
import { RUNS } from "./measure.ts";
import { longestPreference, preferenceKey, type Seeded } from "./seed.ts";

interface Body {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
}

/** GETs what a path below /api answers. */
export type Ask = (path: string) => Promise<unknown>;

/** One request, made anew for each run: what is written must not be there already. */
export interface HeavyRequest {
  readonly what: string;
  /** undefined: the route's own. */
  readonly path: string;
  body?(run: number): Body;
  /** The same that first has to ask for something, which is not measured. */
  askedBody?(ask: Ask): Promise<Body>;
  /** Whoever may ask is answered with this status. */
  readonly status?: number;
  /** Bytes that whoever may ask is answered at least. */
  readonly answers?: number;
  /** It changes what there is: it is asked by one role alone. */
  readonly once?: true;
}

/** What the files of the config are, and what else is known of a running server. */
export interface Surroundings {
  readonly seeded: Seeded;
  readonly files: ReadonlyMap<string, string>;
  /** File name of an image that there is. */
  readonly image: string;
  /** Names of the modules by which browsers validate. */
  readonly validators: readonly string[];
}

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
  "GET validate token": plain,
  "GET list config files": plain,
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

function listRequests(entity: Entity): readonly HeavyRequest[] {
  const path = entity.endpoints.list;
  const sorts = entity.list.columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ field }) => [`sortField=${field}&sortOrder=asc`, `sortField=${field}&sortOrder=desc`]);
  return [
    ...["", ...sorts].flatMap((sort) =>
      [3, 500, 1_000_000].map((page) => ({
        what: `page ${page} of ${sort}`,
        path: `${path}?limit=100&page=${page}&${sort}`,
      })),
    ),
    { what: "the 100 longest", path: `${path}?limit=100`, answers: longestPage(entity) },
    ...entity.list.views.flatMap(({ id }) =>
      [1, 500].map((page) => ({
        what: `page ${page} of the view ${id}`,
        path: `${path}?limit=100&page=${page}&view=${id}`,
      })),
    ),
    ...filterRequests(entity, [sorts[0] ?? "", sorts.at(-1) ?? ""]),
    ...SEARCHES.flatMap((search) =>
      [sorts[0] ?? "", sorts.at(-1) ?? ""].map((sort) => ({
        what: `search for ${search.slice(0, 12)} (${search.length}) by ${sort}`,
        path: `${path}?limit=100&${sort}&nameQuery=${encodeURIComponent(search)}`,
      })),
    ),
  ];
}

/**
 * Each filter of a list, in its own order and in others, with a search; as many as there may be; with searches. But for `RUNS`,
 * each filter is asked far behind its end, and in one of the other ways, in turn.
 */
function filterRequests({ endpoints, list }: Entity, sorts: readonly string[]): readonly HeavyRequest[] {
  const asked = list.filters.flatMap(heavyFilters);
  if (asked.length === 0) return [];
  // What holds for many together, and what does not hold for any.
  const all = list.filters.map((filter) => heavyFilters(filter)[0] ?? "").join("&");
  const others = list.filters.map((filter) => heavyFilters(filter).at(-1) ?? "").join("&");
  const request = (filter: string, more = "") => ({
    what: `${filter.slice(0, 60)} ${more}`,
    path: `${endpoints.list}?limit=100&${filter}&${more}`,
  });
  const ways = ["", "page=90", "nameQuery=common", ...sorts];
  return [
    ...asked.flatMap((filter, at) =>
      ["page=1000000", ...(RUNS > 0 ? ways : [ways[at % ways.length] ?? ""])].map((more) =>
        request(filter, more),
      ),
    ),
    ...[all, others].flatMap((filter) =>
      ["", ...sorts].flatMap((sort) =>
        ["", "m", "common", "zz"].map((search) => request(filter, `${sort}&nameQuery=${search}`)),
      ),
    ),
  ];
}

/** What inverse lists ask, of the record to which most of them refer. */
function inverseRequests({ config, entity }: EntityRuntime, { many }: Seeded): readonly HeavyRequest[] {
  const sorts = entity.list.columns.flatMap(({ field, sortable }) =>
    sortable ? [`sortField=${field}&sortOrder=asc`, `sortField=${field}&sortOrder=desc`] : [],
  );
  return inverseFields(config, entity).flatMap((path) => {
    const field = entity.fields.find(({ name }) => name === path);
    const id = many.get(field?.reference?.entity ?? "")?.at(-1) ?? "";
    return ["", ...sorts].flatMap((sort) =>
      [1, 900, 1_000_000].map((page) => ({
        what: `page ${page} of an inverse list by ${path}, ${sort}`,
        path: `${entity.endpoints.list}?limit=100&page=${page}&${sort}&filter[${path}]=${id}`,
      })),
    );
  });
}

/** From what holds for most records to what holds for fewest. */
function heavyFilters({ field, kind, values = [] }: ListFilter): readonly string[] {
  const on = (op: string, value: string | number) => `filter[${field}]${op}=${encodeURIComponent(value)}`;
  const some = [on("[empty]", "false"), on("[empty]", "true")];
  switch (kind) {
    case "boolean":
      return [on("", "true"), on("", "false"), ...some];
    case "choice": {
      const names = values.map(({ value }) => on("[in]", value)).join("&");
      return [names, ...values.map(({ value }) => on("", value)), ...some];
    }
    case "number":
      return [on("[gte]", -1e9), on("[gte]", 48), `${on("[gte]", 3)}&${on("[lte]", 4)}`, on("", 7), ...some];
    case "date":
      return [on("[gte]", "today-36500"), on("[lte]", "2020-01-01"), on("", "2020-01-01"), ...some];
    case "reference":
    case "text":
      return [
        on("[empty]", "false"),
        Array.from({ length: 100 }, (_, at) => on("[in]", `none-${at}`)).join("&"),
        on("[empty]", "true"),
      ];
    case "filled":
      return some;
  }
}

/** Bytes of a page of the longest records, their texts alone. */
function longestPage({ fields, list }: Entity): number {
  const texts = longestTexts(fields.filter(({ schema }) => isInLists(schema)));
  const bytes = [...texts].map(([name, text]) =>
    name === list.defaultSort.field ? 0 : Buffer.byteLength(text),
  );
  return 100 * bytes.reduce((sum, one) => sum + one, 0);
}

/** From what nearly all have to what none can; the longest that fits in an address. */
const SEARCHES = [
  "m",
  "mm",
  "common",
  "common 12345",
  "界界界",
  "common 1".repeat(12),
  "mo".repeat(3_000),
  "x".repeat(6_000),
];

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

/** The most that the page of the config takes of one text. */
const TEXT_LENGTH = 256 * 1024;
const TEXT_VALUES = 10_000;

/** Texts of files, as long and as full as they are taken: what holds, and what does not; and one of the whole body. */
function heavyTexts({ files }: Surroundings): readonly [what: string, files: Record<string, string>][] {
  const heavy: [string, Record<string, string>][] = [];
  const entity = [...files.keys()].find((path) => path.startsWith("entities/")) ?? "";
  const samples = entity.replace("entities/", "samples/");
  for (const path of ["app.json", "messages.json", entity, samples]) {
    const text = files.get(path) ?? "";
    heavy.push(
      [`${path} of brackets`, { [path]: "[".repeat(TEXT_VALUES - 1) }],
      [`${path} of quotes`, { [path]: '"'.repeat(TEXT_VALUES * 4) }],
      [`${path} of commas`, { [path]: `{"a":[${"1,".repeat(TEXT_VALUES - 5)}1]}` }],
      [`${path} of unknown keys`, { [path]: objectOf(TEXT_VALUES - 5) }],
      [`${path} of objects`, { [path]: `[${'{"a":1},'.repeat(TEXT_VALUES / 2 - 5)}1]` }],
      [`${path} with blanks`, { [path]: text + " ".repeat(TEXT_LENGTH - text.length) }],
    );
  }
  const fields = JSON.parse(files.get(entity) ?? "{}");
  const empty = JSON.stringify(fields).length;
  const room = TEXT_VALUES - JSON.stringify(fields).split(/[[{,]/).length - 10;
  for (let at = 0; at < Math.min(room / 3, (TEXT_LENGTH - empty) / 50); at += 1)
    fields.schema.properties[`more${at}`] = { type: "string", title: `More ${at}` };
  const named = JSON.parse(files.get(entity) ?? "{}");
  named.label = "x".repeat(TEXT_LENGTH - empty - 100);
  const [sample] = JSON.parse(files.get(samples) ?? "[{}]");
  const all = copiesOf(sample, most(sample));
  return [
    ...heavy,
    [`${entity} with thousands of fields`, { [entity]: JSON.stringify(fields) }],
    [`${entity} with a long label`, { [entity]: JSON.stringify(named) }],
    [`${samples} of ${all.length}`, { [samples]: JSON.stringify(all) }],
    ["brackets in the whole body", { "app.json": "[".repeat(4 * MB - 1_000) }],
  ];
}

/** As many samples as a text may hold. */
function most(sample: object): number {
  const one = JSON.stringify(sample);
  return Math.floor(Math.min(TEXT_VALUES / (one.split(/[[{,]/).length + 1), TEXT_LENGTH / (one.length + 30)));
}

function copiesOf(sample: object, count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({ ...sample, _id: at.toString(16).padStart(24, "0") }));
}

/** Over the versions that are there now, the first of these texts that are others; the last, where none are. */
async function savedBody(several: readonly Texts[], ask: Ask): Promise<Body> {
  const listed = (await ask("/config/files")) as ConfigFiles;
  const versions = new Map(listed.files.map(({ path, version }) => [path, version]));
  const isOther = (texts: Texts) =>
    Object.entries(texts).some(([path, text]) => versions.get(path) !== textVersion(text));
  const files = Object.fromEntries(
    Object.entries(several.find(isOther) ?? several.at(-1) ?? {}).map(([path, text]) => [
      path,
      { text, version: versions.get(path) ?? null },
    ]),
  );
  return { type: "application/json", bytes: JSON.stringify({ files }) };
}

/**
 * Heavy texts that hold, two each to be saved in turn, so that each run changes something; all go back to what was there,
 * in the last one.
 */
function heavySaves({ files }: Surroundings): readonly (readonly [what: string, Texts, Texts])[] {
  const textOf = (path: string) => files.get(path) ?? "";
  const entity = [...files.keys()].find((path) => path.startsWith("entities/")) ?? "";
  const samples = entity.replace("entities/", "samples/");
  const blank = (path: string, count: number) => textOf(path) + " ".repeat(count - textOf(path).length);
  const blanks = (path: string) => [{ [path]: blank(path, TEXT_LENGTH) }, { [path]: textOf(path) }] as const;
  const many = (count: number) => {
    const json = JSON.parse(textOf(entity));
    for (let at = 0; at < count; at += 1)
      json.schema.properties[`more${at}`] = { type: "string", title: `More ${at}` };
    return { [entity]: JSON.stringify(json) };
  };
  const named = (key: string) => {
    const json = JSON.parse(textOf(entity));
    json.label = key.repeat(MAX_LABEL);
    return { [entity]: JSON.stringify(json) };
  };
  const changed = (file: string, change: (json: ReturnType<typeof JSON.parse>) => void) => {
    const json = JSON.parse(textOf(file));
    change(json);
    return { [file]: JSON.stringify(json) };
  };
  const [sample] = JSON.parse(files.get(samples) ?? "[{}]");
  const schemas: Readonly<Record<string, { unique?: boolean }>> = JSON.parse(textOf(entity)).schema
    .properties;
  const unique = Object.keys(schemas).filter((name) => schemas[name]?.unique === true);
  const heavySamples = (count: number) => {
    const own = (at: number) => Object.fromEntries(unique.map((name) => [name, `${name} ${at}`]));
    const copies = copiesOf(sample, count).map((copy, at) => ({ ...copy, ...own(at) }));
    // Other samples refer to those that are there.
    return { [samples]: JSON.stringify([...JSON.parse(textOf(samples)), ...copies]) };
  };
  const hundreds = Math.floor(most(sample) * 0.8);
  const everyFile = (count: number) =>
    Object.fromEntries([...files].map(([path, text]) => [path, text + " ".repeat(count)]));
  return [
    ["app.json with blanks", ...blanks("app.json")],
    ["messages.json with blanks", ...blanks("messages.json")],
    [`${entity} with blanks`, ...blanks(entity)],
    [`${entity} with a hundred fields more or less`, many(100), many(0)],
    [`${entity} with a long label`, named("x"), named("y")],
    [`${entity} as it was`, many(0), { [entity]: textOf(entity) }],
    [
      "app.json, another title",
      changed("app.json", (json) => {
        json.title = `${json.title}!`;
      }),
      { "app.json": textOf("app.json") },
    ],
    [`${samples} of hundreds`, heavySamples(hundreds), heavySamples(hundreds - 1)],
    ["every file", everyFile(1), everyFile(0)],
  ];
}

const MAX_LABEL = 200;

type Texts = Readonly<Record<string, string>>;

function objectOf(keys: number): string {
  return `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join(",")}}`;
}

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

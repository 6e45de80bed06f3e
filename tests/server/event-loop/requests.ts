import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { Entity } from "../../../src/model/entity.ts";
import { isListed } from "../../../src/model/listed-fields.ts";
import type { Json } from "../../../src/model/record.ts";
import type { EntityRuntime } from "../../../src/server/records/entity-runtime.ts";
import { PLAIN_JSON, RECORD_JSON, type Route } from "../../../src/server/runtime/route.ts";
import { longestTexts } from "./longest-values.ts";
import type { Seeded } from "./seed.ts";

/** One request, made anew for each run: what is written must not be there already. */
export interface HeavyRequest {
  readonly what: string;
  /** undefined: the route's own. */
  readonly path: string;
  body?(run: number): { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> | string };
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
  "PUT save config files": ({ pattern }, around) =>
    heavyTexts(around).map(([what, files]) => ({
      what,
      path: pattern,
      once: true,
      body: json({
        files: Object.fromEntries(
          Object.entries(files).map(([path, text]) => [path, { text, version: null }]),
        ),
      }),
    })),
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
      body: json({ username: "界".repeat(9_000), password: "界".repeat(9_000) }),
    },
    { what: "wrong", path: pattern, body: json({ username: "superAdmin", password: "x".repeat(50_000) }) },
  ],
  "POST upload images": ({ pattern }) => [
    { what: "five of 5 MB", path: pattern, once: true, body: () => fiveImages() },
  ],
  "DELETE delete image": ({ pattern }) => [
    { what: "one that there is not", path: pattern.replace("{name}", "a".repeat(1_500)), once: true },
  ],
  "GET read image": ({ pattern }, { image }) => [{ what: "one", path: pattern.replace("{name}", image) }],
};

/** Whatever a route makes of its body, it may be as large as it takes, of anything. */
function bodiesAtTheLimit({ jsonLimit }: Route, path: string): readonly HeavyRequest[] {
  if (jsonLimit === undefined) return [];
  const size = jsonLimit - 100;
  return [
    ["brackets", `[${"[],".repeat(size / 3 - 2)}0]`],
    ["empty objects", `{"a":[${"{},".repeat(Math.min(size / 3 - 5, 49_000))}0]}`],
    ["a text of quotes", `{"a":"${'\\"'.repeat(size / 2 - 10)}"}`],
    ["a text of three bytes each", `{"a":"${"界".repeat(size / 3 - 10)}"}`],
    ["keys", `{${Array.from({ length: Math.min(size / 10, 40_000) - 10 }, (_, at) => `"${at}":0`).join()}}`],
  ].map(([what = "", bytes = ""]) => ({ what: `a body of ${what}`, path, body: text(bytes) }));
}

function recordRequests(route: Route, runtime: EntityRuntime, seeded: Seeded): readonly HeavyRequest[] {
  const { entity } = runtime;
  const { list } = entity.endpoints;
  if (route.pattern === list && route.method === "GET") return listRequests(entity);
  const record = (id: string | undefined) => entity.endpoints.record.replace("{id}", id ?? "none");
  const many = seeded.many.get(entity.id) ?? [];
  if (route.method === "GET")
    return [{ what: "a longest record", path: record(seeded.longest.get(entity.id)) }];
  if (route.method === "DELETE")
    return [
      { what: "one that others refer to", path: record(seeded.records.get(entity.id)?._id) },
      { what: "one of many", path: record(many[0]), once: true },
    ];
  const path = route.method === "POST" ? list : record(many[1]);
  return bodiesOf(runtime, seeded).map(([what, values]) => ({
    what,
    path,
    body: (run) => ({ type: "application/json", bytes: JSON.stringify(withOwn(entity, values, run)) }),
  }));
}

function listRequests(entity: Entity): readonly HeavyRequest[] {
  const path = entity.endpoints.list;
  const sorts = entity.list.columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ field }) => [`sortField=${field}&sortOrder=asc`, `sortField=${field}&sortOrder=desc`]);
  return [
    { what: "the 100 longest", path: `${path}?limit=100`, answers: longestPage(entity) },
    ...["", ...sorts].flatMap((sort) =>
      [3, 500, 1_000_000].map((page) => ({
        what: `page ${page} of ${sort}`,
        path: `${path}?limit=100&page=${page}&${sort}`,
      })),
    ),
    ...SEARCHES.flatMap((search) =>
      [sorts[0] ?? "", sorts.at(-1) ?? ""].map((sort) => ({
        what: `search for ${search.slice(0, 12)} (${search.length}) by ${sort}`,
        path: `${path}?limit=100&${sort}&nameQuery=${encodeURIComponent(search)}`,
      })),
    ),
  ];
}

/** Bytes of a page of the longest records, their texts alone. */
function longestPage({ fields, list }: Entity): number {
  const texts = longestTexts(fields.filter(({ schema }) => isListed(schema)));
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
      [`${path} of quotes`, { [path]: '"'.repeat(TEXT_LENGTH) }],
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
  const one = JSON.stringify(sample);
  const count = Math.min(TEXT_VALUES / (one.split(/[[{,]/).length + 1), TEXT_LENGTH / (one.length + 30));
  const all = Array.from({ length: Math.floor(count) }, (_, at) => ({
    ...sample,
    _id: at.toString(16).padStart(24, "0"),
  }));
  return [
    ...heavy,
    [`${entity} with thousands of fields`, { [entity]: JSON.stringify(fields) }],
    [`${entity} with a long label`, { [entity]: JSON.stringify(named) }],
    [`${samples} of ${all.length}`, { [samples]: JSON.stringify(all) }],
    ["brackets in the whole body", { "app.json": "[".repeat(4 * MB - 1_000) }],
  ];
}

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

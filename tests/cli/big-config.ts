import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const LIBRARY = "tests/fixtures/library";

/** Fields as configs have them, over and over: rules with their sentences, choices, references, conditions, nested ones. */
const FIELDS: readonly ((at: number, other: string) => Record<string, unknown>)[] = [
  (at) => ({
    type: "string",
    maxLength: 100 + at,
    messages: {
      ...(at === 0 ? { required: "Please fill it in" } : {}),
      maxLength: "At most {limit} characters",
    },
  }),
  (at) => ({
    type: "number",
    minimum: 0,
    maximum: 1000 + at,
    multipleOf: 0.1,
    default: 0,
    messages: { minimum: "{limit} or more", maximum: "{limit} or less", multipleOf: "One decimal" },
  }),
  () => ({
    type: "string",
    enum: ["one", "two", "three"],
    labels: { one: "One", two: "Two", three: "Three" },
    default: "one",
    messages: { enum: "One of the three" },
  }),
  (at) => ({
    type: "string",
    pattern: `^[A-Z]{2}-[0-9]{${2 + (at % 5)}}$`,
    messages: { pattern: "Like AB-12" },
  }),
  (_, other) => ({
    type: "string",
    reference: { entity: other, label: "field0" },
    messages: { reference: "It is no longer there" },
  }),
  () => ({ type: "boolean", default: true }),
  () => ({ type: "string", format: "date", messages: { format: "A date, please" } }),
  (at) => ({
    type: "string",
    widget: "textarea",
    maxLength: 5000,
    whenHidden: "clear",
    conditions: [
      { when: { field: `field${at - 2}`, is: false }, show: false },
      { when: { all: [{ field: "field1", above: 5 }, { mode: "edit" }] }, require: true },
    ],
    messages: { maxLength: "At most {limit} characters", required: "Say why" },
  }),
  () => ({
    type: "object",
    properties: {
      first: {
        type: "integer",
        title: "First",
        minimum: 0,
        default: 0,
        messages: { minimum: "Not below {limit}" },
      },
      second: { type: "string", title: "Second", maxLength: 40, messages: { maxLength: "At most {limit}" } },
    },
  }),
  () => ({
    type: "array",
    maxItems: 3,
    items: { type: "object", image: true },
    messages: { maxItems: "At most {limit} pictures" },
  }),
];

/** Writes a config of as many entities of as many fields as asked into a folder. It holds, with the plugins installed. */
export async function writeBigConfig(folder: string, entities: number, fields: number): Promise<void> {
  await mkdir(join(folder, "entities"), { recursive: true });
  const ids = Array.from({ length: entities - 1 }, (_, at) => `entity${at}`);
  const app = JSON.parse(await readFile(join(LIBRARY, "app.json"), "utf8"));
  app.menu = [
    { label: "All", permission: "stock", entities: ids },
    { label: "Staff", permission: ["staffing", "reading"], entities: ["members"] },
  ];
  app.home = {
    tiles: ids.slice(0, 12).map((id) => ({ kind: "count", label: `Things of ${id}`, entity: id })),
  };
  await writeFile(join(folder, "app.json"), written(app));
  await writeFile(join(folder, "messages.json"), await readFile(join(LIBRARY, "messages.json")));
  const members = JSON.parse(await readFile(join(LIBRARY, "entities/members.json"), "utf8"));
  delete members.referredBy;
  await writeFile(join(folder, "entities/members.json"), written(members));
  for (const [at, id] of ids.entries()) {
    const other = ids[(at + 1) % ids.length] ?? id;
    await writeFile(join(folder, "entities", `${id}.json`), written(entity(id, other, fields)));
  }
}

function entity(id: string, other: string, fields: number): unknown {
  const names = Array.from({ length: fields }, (_, at) => `field${at}`);
  const properties = names.map((name, at) => {
    const make = FIELDS[at % FIELDS.length];
    return [name, { title: `Field ${at} of ${id}`, ...make?.(at, other) }];
  });
  return {
    label: `thing of ${id}`,
    language: "en",
    permission: "stock",
    endpoints: { list: `/rest/${id}`, record: `/rest/${id}/{id}` },
    listKey: id,
    labelField: "field0",
    menu: { label: `Things of ${id}`, icon: "box", create: `New ${id}`, list: `All of ${id}` },
    schema: { type: "object", required: ["field0"], properties: Object.fromEntries(properties) },
    form: {
      title: { create: `New ${id}`, edit: `Edit ${id}` },
      tabs: [
        { label: "First", fields: names.slice(0, 20) },
        { label: "Rest", fields: names.slice(20) },
      ],
    },
    list: {
      title: `All of ${id}`,
      columns: [
        { field: "field0", sortable: true },
        { field: "field1", sortable: true },
        { field: "field4.field0", label: "Other" },
        { field: "field9.0", label: "Picture" },
      ],
      search: { field: "field0" },
      deleteConfirm: "Delete {field0}?",
    },
  };
}

function written(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

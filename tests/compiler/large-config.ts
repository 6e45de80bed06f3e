/** A config of many entities, each with every kind of thing that a check looks at. */
export function largeConfig(
  library: ReadonlyMap<string, string>,
  entities: number,
  fields: number,
): Map<string, string> {
  const ids = Array.from({ length: entities }, (_, index) => `thing${index}`);
  const app = JSON.parse(library.get("app.json") ?? "");
  app.menu[0].entities.push(...ids);
  const files = new Map(library);
  files.set("app.json", JSON.stringify(app, null, 2));
  for (const [index, id] of ids.entries()) {
    const other = ids[(index + 1) % ids.length] ?? id;
    files.set(`entities/${id}.json`, JSON.stringify(entity(id, other, fields), null, 2));
  }
  return files;
}

function entity(id: string, other: string, count: number): unknown {
  const name = text("Name");
  const messages = { ...name.messages, required: "Missing" };
  const properties: Record<string, unknown> = { name: { ...name, messages } };
  for (let index = 1; index < count; index++) {
    const make = KINDS[index % KINDS.length];
    properties[`field${index}`] = make?.(`Field ${index} of ${id}`, other);
  }
  const names = Object.keys(properties);
  return {
    label: `Label of ${id}`,
    language: "en",
    permission: "stock",
    endpoints: { list: `/rest/${id}`, record: `/rest/${id}/{id}` },
    listKey: `${id}List`,
    labelField: "name",
    menu: { label: `All of ${id}`, create: `Add ${id}`, list: `List ${id}` },
    schema: { type: "object", required: ["name"], properties },
    form: {
      title: { create: "New", edit: "Edit" },
      tabs: [
        { label: "One", fields: names.slice(0, count / 2) },
        { label: "Two", fields: names.slice(count / 2) },
      ],
    },
    list: {
      title: "List",
      columns: [
        { field: "name", sortable: true },
        { field: "field3.name" },
        { field: "updatedAt", label: "x" },
      ],
      search: { field: "name" },
      deleteConfirm: "Delete {name}?",
    },
  };
}

const text = (title: string) => ({
  type: "string",
  title,
  maxLength: 100,
  pattern: "^[A-Z][a-z]+$",
  unique: true,
  default: "Abc",
  messages: { maxLength: "Too long", pattern: "Not so", unique: "Taken" },
});

const KINDS: readonly ((title: string, other: string) => unknown)[] = [
  text,
  (title) => ({
    type: "number",
    title,
    minimum: 0,
    maximum: 100,
    multipleOf: 0.1,
    default: 5,
    messages: { minimum: "Too small", maximum: "Too large", multipleOf: "Too fine" },
  }),
  (title) => ({
    type: "string",
    title,
    enum: ["a", "b", "c"],
    labels: { a: "A", b: "B" },
    default: "a",
    conditions: [{ when: { all: [{ field: "name", empty: false }, { mode: "edit" }] }, show: false }],
  }),
  (title, other) => ({ type: "string", title, reference: { entity: other, label: "name" } }),
  (title) => ({
    type: "string",
    title,
    widget: "textarea",
    options: { rows: 3 },
    maxLength: 500,
    messages: { maxLength: "Too long" },
  }),
];

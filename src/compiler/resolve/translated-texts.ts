import type { AppConfig } from "../../model/app-config.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { LocalText } from "../../model/schema-parts.ts";

/** What becomes of the texts of a config in another language. */
export interface Translator {
  /** Of a text that must be there. */
  text(text: string): string;
  /** Of one that may be written in several languages. */
  local(text: LocalText): string;
  /** Of a sentence in place of one of the product; undefined: the product's own is said. */
  message(text: string): string | undefined;
}

/** An entity with all that people read of it translated. */
export function translatedEntity<E extends EntityConfig>(entity: E, translator: Translator): E {
  const { text, local, message } = translator;
  const labelled = <T extends { readonly label?: LocalText | undefined }>(one: T): T =>
    at(one, "label", local);
  const list = at(entity.list, "title", text);
  const withColumns = at(list, "columns", (columns) => columns.map((one) => at(one, "label", text)));
  const withSearch = at(withColumns, "search", (search) => at(search, "placeholder", message));
  const withFilters = at(withSearch, "filters", (filters) =>
    filters.map((one) => (typeof one === "string" ? one : labelled(one))),
  );
  const withViews = at(withFilters, "views", (views) => views.map(labelled));
  const form = at(entity.form, "title", ({ create, edit }) => ({ create: text(create), edit: text(edit) }));
  const withTabs = at(form, "tabs", (tabs) => tabs.map((tab) => at(tab, "label", text)));
  const withDisplay = at(entity, "display", (display) =>
    at(at(display, "subtitle", local), "badges", (badges) => badges.map(labelled)),
  );
  const withReferring = at(withDisplay, "referredBy", (lists) => lists.map(labelled));
  return {
    ...at(withReferring, "messages", (messages) => translatedMessages(messages, message)),
    label: text(entity.label),
    menu: translatedMenu(entity.menu, local),
    schema: { ...entity.schema, properties: translatedFields(entity.schema.properties, translator) },
    form: at(withTabs, "invalid", (invalid) => at(invalid, "message", (said) => message(said) ?? "")),
    list: at(withViews, "deleteConfirm", text),
  };
}

function translatedMenu(menu: EntityConfig["menu"], local: Translator["local"]): EntityConfig["menu"] {
  const { label, create, list } = menu;
  return { ...menu, label: local(label), create: local(create), list: local(list) };
}

/** The same of the app: of its frame and the registration page. */
export function translatedApp<A extends AppConfig>(app: A, translator: Translator): A {
  const { text, local } = translator;
  const { registration } = app;
  const { schema } = registration;
  return {
    ...at(app, "home", (home) => ({ ...home, tiles: home.tiles.map((tile) => at(tile, "label", local)) })),
    title: text(app.title),
    menu: app.menu.map((group) => at(group, "label", local)),
    registration: {
      ...registration,
      schema: { ...schema, properties: translatedFields(schema.properties, translator) },
    },
  };
}

type Fields = Readonly<Record<string, FieldSchema>>;

function translatedFields(fields: Fields, translator: Translator): Record<string, FieldSchema> {
  return eachOf(fields, (field) => translatedField(field, translator));
}

function translatedField(field: FieldSchema, translator: Translator): FieldSchema {
  const { text, message } = translator;
  const said = mapped(field, ["title", "description", "placeholder"], text);
  const labelled = at(said, "labels", (labels) => eachOf(labels, text));
  const withMessages = at(labelled, "messages", (messages) => translatedMessages(messages, message));
  const withFields = at(withMessages, "properties", (fields) => translatedFields(fields, translator));
  return at(withFields, "items", (items) => translatedField(items, translator));
}

type Texts = Readonly<Record<string, string>>;

function translatedMessages(messages: Texts, message: Translator["message"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, text]) => {
      const said = message(text);
      return said === undefined ? [] : [[key, said]];
    }),
  );
}

function eachOf<T>(values: Readonly<Record<string, T>>, make: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value)]));
}

/** With the value of a key made anew where there is one; without it where nothing comes of it. */
function at<T extends object, K extends keyof T>(
  value: T,
  key: K,
  make: (one: NonNullable<T[K]>) => T[K] | undefined,
): T {
  const { [key]: one, ...others } = value;
  if (one === undefined || one === null) return value;
  const made = make(one);
  return { ...others, ...(made === undefined ? {} : { [key]: made }) } as T;
}

function mapped<T extends object>(value: T, keys: readonly (keyof T)[], make: (text: string) => string): T {
  const made = keys.flatMap((key) => {
    const text = value[key];
    return typeof text === "string" ? [[key, make(text)]] : [];
  });
  return { ...value, ...Object.fromEntries(made) };
}

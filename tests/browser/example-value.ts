import type { PluginExample } from "../../src/model/plugin-manifest.ts";
import { isObject } from "../../src/record/json.ts";
import type { Api, Made } from "./api.ts";
import { upload } from "./fields.ts";
import { smallPng } from "./photos.ts";

export type ExampleField = PluginExample["field"];

/** The field and every field inside it. */
export function fieldsWithin(field: ExampleField): readonly ExampleField[] {
  const { properties = {}, items } = field;
  const inside = [...Object.values(properties), ...(items === undefined ? [] : [items])];
  return [field, ...inside.flatMap(fieldsWithin)];
}

/** An example's value as a server takes it: its pictures are uploaded and the records that it refers to are made. */
export async function storable(url: string, api: Api, field: ExampleField, value: unknown): Promise<unknown> {
  const made = new Map<string, Promise<Made>>();
  async function real(at: ExampleField, part: unknown): Promise<unknown> {
    const { reference, image, items, properties = {} } = at;
    if (image === true) return upload(url, api, await smallPng("example.png"));
    if (reference !== undefined) {
      const name = `Record ${part}`;
      const record = made.get(name) ?? api.create(reference.entity, { [reference.label ?? "name"]: name });
      made.set(name, record);
      return (await record)._id;
    }
    if (items !== undefined && Array.isArray(part)) return Promise.all(part.map((each) => real(items, each)));
    if (!isObject(part)) return part;
    const entries = Object.entries(part).map(async ([name, each]) => {
      const inside = properties[name];
      return [name, inside === undefined ? each : await real(inside, each)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }
  return real(field, value);
}

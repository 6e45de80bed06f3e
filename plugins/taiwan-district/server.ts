import { defineServerPlugin, type Json, type RecordData, type ServerRefusal } from "admin";
import { districtsOf } from "./districts.ts";

interface Options {
  readonly part?: "city" | "district";
  readonly cityField?: string;
}

/** A city is one of Taiwan's, a district one of the record's city. Empty values are the schema's business. */
export default defineServerPlugin<Json, Options>({
  check(value, { options, record }) {
    if (typeof value !== "string" || value === "") return [];
    return options.part === "district"
      ? checkDistrict(value, cityOf(record, options.cityField ?? "city"))
      : checkCity(value);
  },
});

function checkCity(value: string): readonly ServerRefusal[] {
  return districtsOf(value) === undefined ? [{ keyword: "unknownCity", values: { value } }] : [];
}

function checkDistrict(value: string, city: Json | undefined): readonly ServerRefusal[] {
  if (typeof city !== "string" || city === "") return [{ keyword: "chooseCity" }];
  const known = districtsOf(city)?.some((district) => district.name === value) === true;
  return known ? [] : [{ keyword: "wrongDistrict", values: { value, city } }];
}

function cityOf(record: RecordData, path: string): Json | undefined {
  let value: unknown = record;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return typeof value === "string" ? value : undefined;
}

import { defineServerPlugin, type Json, readPath, type ServerRefusal } from "admin";
import { districtsOf } from "./districts.ts";
import type { Options } from "./manifest.ts";

/** A city is one of Taiwan's, a district one of the record's city. Empty values are the schema's business. */
export default defineServerPlugin<Json, Options>({
  check(value, { options, record }) {
    if (typeof value !== "string" || value === "") return [];
    return options.part === "district"
      ? checkDistrict(value, readPath(record, options.cityField))
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

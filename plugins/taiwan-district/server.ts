import { defineServerPlugin, type Json, readPath, type ServerRefusal } from "admin";
import { districtsOf } from "./districts.ts";
import type { MessageKey, Options, Value } from "./manifest.ts";

type Refusals = readonly ServerRefusal<MessageKey>[];

/** Checks that a city is one of Taiwan's, and a district one of the record's city. `required` checks empty values. */
export default defineServerPlugin<Value, Options, MessageKey>({
  check(value, { options, record }) {
    if (value === "") return [];
    return options.part === "district"
      ? checkDistrict(value, readPath(record, options.cityField))
      : checkCity(value);
  },
});

function checkCity(value: string): Refusals {
  return districtsOf(value) === undefined ? [{ keyword: "unknownCity", values: { value } }] : [];
}

function checkDistrict(value: string, city: Json | undefined): Refusals {
  if (typeof city !== "string" || city === "") return [{ keyword: "chooseCity" }];
  const known = districtsOf(city)?.some((district) => district.name === value) === true;
  return known ? [] : [{ keyword: "wrongDistrict", values: { value, city } }];
}

import { below } from "../../record/path.ts";
import type { Check } from "../written-config.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Paths below the API that the machine itself answers; no config may take them. */
const OWN = ["/upload", "/images", "/config", "/validators", "/health"];

/** No two things answer at one address, and none at the machine's own. */
export const checkRoutes: Check = (config, report) => {
  const taken = new Map<string, string>();
  const take = (file: JsonFile, path: string, address: string, words: string) => {
    const same = address.replace(/\{\w+\}/g, "{}").toLowerCase();
    const own = OWN.find((prefix) => same === prefix || same.startsWith(`${prefix}/`));
    if (own !== undefined) {
      report(file, path, "DUPLICATE_ROUTE", `Below "${own}" the machine itself answers.`);
      return;
    }
    const other = taken.get(same);
    if (other === undefined) taken.set(same, words);
    else report(file, path, "DUPLICATE_ROUTE", `"${address}" is the address of ${other} already.`);
  };

  if (config.app !== undefined) {
    for (const [call, address] of Object.entries(config.app.value.accounts.endpoints)) {
      take(config.app.file, below("/accounts/endpoints", call), address, `"${call}" in app.json`);
    }
  }
  const listKeys = new Map<string, string>();
  for (const [id, { file, value }] of config.entities) {
    take(file, "/endpoints/list", value.endpoints.list, `the list of "${id}"`);
    take(file, "/endpoints/record", value.endpoints.record, `a record of "${id}"`);
    const other = listKeys.get(value.listKey);
    if (other === undefined) listKeys.set(value.listKey, id);
    else {
      report(file, "/listKey", "DUPLICATE_NAME", `"${value.listKey}" is the list key of "${other}" already.`);
    }
  }
};

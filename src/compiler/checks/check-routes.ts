import { below } from "../../record/path.ts";
import type { Report } from "../report/reported-faults.ts";
import type { Check } from "../written-config.ts";

/** Paths below the API that the server itself answers, now or later; no config may use them, nor what is below them. */
const OWN = [
  ...[
    "/upload",
    "/images",
    "/config",
    "/validators",
    "/health",
    "/ready",
    "/metrics",
    "/openapi.json",
    "/webhooks",
  ],
  ...["/account", "/journal", "/changes", "/preferences", "/home"],
];

/** No two things answer at one address, and none at an address of the server's own. */
export const checkRoutes: Check = ({ app, entities }) => {
  const taken = new Map<string, string>();
  const take = (report: Report, path: string, address: string, words: string) => {
    const same = address.replace(/\{\w+\}/g, "{}").toLowerCase();
    // A name that may be any leads to the server's own paths too.
    const isOpen = /^\/(?:$|\{)/.test(same);
    const own = isOpen ? address : OWN.find((prefix) => same === prefix || same.startsWith(`${prefix}/`));
    const other = taken.get(same);
    if (own !== undefined) report(path, "DUPLICATE_ROUTE", `Addresses below "${own}" are the program's own.`);
    else if (other === undefined) taken.set(same, words);
    else report(path, "DUPLICATE_ROUTE", `"${address}" is the address of ${other} already.`);
  };

  for (const [call, address] of Object.entries(app?.value.accounts.endpoints ?? {})) {
    if (app !== undefined)
      take(app.report, below("/accounts/endpoints", call), address, `"${call}" in app.json`);
  }
  const listKeys = new Map<string, string>();
  for (const [id, { report, value }] of entities) {
    const { endpoints, listKey } = value;
    take(report, "/endpoints/list", endpoints.list, `the list of "${id}"`);
    take(report, "/endpoints/record", endpoints.record, `a record of "${id}"`);
    const other = listKeys.get(listKey);
    if (other === undefined) listKeys.set(listKey, id);
    else report("/listKey", "DUPLICATE_NAME", `"${listKey}" is the list key of "${other}" already.`);
  }
};

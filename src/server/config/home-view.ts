import { chartFields } from "../../model/home/home-chart.ts";
import type { HomeTile } from "../../model/home/home-tile.ts";
import type { Account } from "../http/request.ts";
import type { EntityRuntimes } from "../records/entity-runtime.ts";
import { findView, type SeenPaths } from "../records/list-views.ts";
import { maySortBy, mayUse, rightsOf } from "../records/rights/entity-rights.ts";

/** The tiles that the account has: those whose list it opens, whose view it has, and that ask for nothing that it may not see. */
export function homeView({ config, entities }: EntityRuntimes, account: Account): readonly HomeTile[] {
  return config.home.filter(({ entity, view, filter, chart }) => {
    const target = entities.get(entity);
    if (target === undefined) return false;
    const rights = rightsOf(account, target);
    if (rights.access !== "full") return false;
    const seen: SeenPaths = {
      mayName: (path) => mayUse(account, target, rights, path),
      maySort: (path) => maySortBy(account, target, rights, path),
    };
    const hasView = view === undefined || findView(target.entity, view, account, seen) !== undefined;
    const named = [...filter.map(({ field }) => field), ...(chart === undefined ? [] : chartFields(chart))];
    return hasView && named.every(seen.mayName);
  });
}

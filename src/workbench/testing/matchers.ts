import { expect } from "vitest";
import type { HomeChartConfig } from "../../model/home/home-chart.ts";
import { hasView, type ListView } from "../../model/list/list-view.ts";
import type { RecordData } from "../../model/record.ts";
import type { RecordRight } from "../../model/rights.ts";
import { below } from "../../record/path.ts";
import { seesView } from "../../record/tile-rights.ts";
import { recordTitle } from "../../record/title.ts";
import { hasChart, hasTiles } from "./home-matcher.ts";
import { brokenConfig, configProblems, type TestedConfig, TestedEntity } from "./load-config.ts";
import {
  type AskedRefusal,
  accepts,
  type MatcherResult,
  named,
  type RecordOptions,
  rejects,
} from "./record-matchers.ts";
import { type AskedRight, lets, roleSight } from "./rights-matcher.ts";

interface ConfigMatchers {
  /** `await expect("config").toHold()`: the config in that folder has no problem with the installed plugins. */
  toHold(): Promise<void>;
  /** `expect(shop.entity("books")).toAccept({ title: "…" })`: as the form and the server validate it. */
  toAccept(record: RecordData, options?: RecordOptions): void;
  /** `….toReject({ title: "" }, { at: "/title", saying: "Enter a title" })` */
  toReject(record: RecordData, asked?: AskedRefusal): void;
  /** What a record is called: `….toTitle({ number: "L-1", lentOn: "2026-11-20" }, "L-1, 20/11/2026")`. References as list answers have them. */
  toTitle(record: RecordData, title: string): void;
  /** The fields that the list shows at first, from left to right: `["title", "author.name"]` */
  toShowColumns(fields: readonly string[]): void;
  /** The tabs above the list that a role sees, by their ids; without a role, all: `["not-sold", "this-week"]` */
  toHaveViews(ids: readonly string[], role?: string): void;
  /** The fields by which the list can be filtered: `["genre", "year"]` */
  toOfferFilters(fields: readonly string[]): void;
  /** The tiles of the start page that a role has, by their texts, of `loadConfig("config")`; without a role, all. */
  toHaveTiles(labels: readonly string[], role?: string): void;
  /** What a chart of the start page shows, by the text of its tile: `"Sold by day", { by: "soldOn", sum: "price" }` */
  toHaveChart(label: string, chart: HomeChartConfig): void;
  /** The inverse lists below a form, by entity and field: `["loans.book"]` */
  toListReferrers(lists: readonly string[]): void;
  /** The permission that opens the entity's screens and calls. */
  toNeedPermission(permission: string): void;
  /**
   * Whether accounts of a role may do something: `….toLet("stocker", "delete")`, `….not.toLet("shelver", "view", "price")`,
   * `….toLet("reader", "view", { record: { member: "m1" }, account: { _id: "m1" } })`
   */
  toLet(role: string, right: RecordRight, asked?: string | AskedRight): void;
}

declare module "vitest" {
  interface Matchers<T> extends ConfigMatchers {}
}

expect.extend({
  async toHold(config: string | TestedConfig): Promise<MatcherResult> {
    const folder = typeof config === "string" ? config : config.folder;
    const problems = await configProblems(folder);
    return {
      pass: problems.length === 0,
      message: () =>
        problems.length === 0
          ? `The config in ${folder} holds, and should not.`
          : brokenConfig(folder, problems),
    };
  },
  toAccept: (received: unknown, record: RecordData, options: RecordOptions = {}) =>
    accepts(entityOf(received), record, options),
  toReject: (received: unknown, record: RecordData, asked: AskedRefusal = {}) =>
    rejects(entityOf(received), record, asked),
  toTitle(received: unknown, record: RecordData, title: string): MatcherResult {
    const entity = entityOf(received);
    const said = recordTitle(entity.entity, record, entity.config.app);
    const { display, language } = entity.entity.source;
    const inLanguage =
      typeof display?.title === "object" ? below("/display/title", language) : "/display/title";
    const at = display?.title === undefined ? "/labelField" : inLanguage;
    return {
      pass: said === title,
      message: () => `${named(entity)} calls the record "${said}", by ${entity.place(at)}.`,
    };
  },
  toShowColumns(received: unknown, fields: readonly string[]): MatcherResult {
    const entity = entityOf(received);
    const shown = entity.entity.list.columns.flatMap(({ field, hidden }) => (hidden === true ? [] : [field]));
    return compared(entity, "/list/columns", "shows the columns", shown.join(", "), fields.join(", "));
  },
  toHaveViews(received: unknown, ids: readonly string[], role?: string): MatcherResult {
    const entity = entityOf(received);
    const { views: all } = entity.entity.list;
    const views = role === undefined ? all : viewsOf(all, entity, role);
    const has = role === undefined ? "has the views" : `has for "${role}" the views`;
    return compared(entity, "/list/views", has, views.map(({ id }) => id).join(", "), ids.join(", "));
  },
  toOfferFilters(received: unknown, fields: readonly string[]): MatcherResult {
    const entity = entityOf(received);
    const offered = entity.entity.list.filters.map(({ field }) => field);
    const place = entity.entity.source.list.filters === undefined ? "/list" : "/list/filters";
    return compared(entity, place, "offers the filters", offered.join(", "), fields.join(", "));
  },
  toHaveTiles: (received: unknown, labels: readonly string[], role?: string) =>
    hasTiles(configOf(received), labels, role),
  toHaveChart: (received: unknown, label: string, chart: HomeChartConfig) =>
    hasChart(configOf(received), label, chart),
  toListReferrers(received: unknown, lists: readonly string[]): MatcherResult {
    const entity = entityOf(received);
    const shown = entity.entity.referredBy.map((list) => `${list.entity}.${list.field}`);
    const place = entity.entity.source.referredBy === undefined ? "" : "/referredBy";
    return compared(entity, place, "lists the referrers", shown.join(", "), lists.join(", "));
  },
  toNeedPermission(received: unknown, permission: string): MatcherResult {
    const entity = entityOf(received);
    return compared(entity, "/permission", "needs the permission", entity.entity.permission, permission);
  },
  toLet: (received: unknown, role: string, right: RecordRight, asked?: string | AskedRight) =>
    lets(entityOf(received), role, right, asked),
});

function viewsOf(views: readonly ListView[], { entity, config }: TestedEntity, role: string) {
  const sight = roleSight(config, entity, role);
  return views.filter((view) => hasView(view, role) && seesView(view, sight));
}

function compared(
  entity: TestedEntity,
  pointer: string,
  does: string,
  actual: string,
  asked: string,
): MatcherResult {
  const pass = actual === asked;
  return {
    pass,
    message: () =>
      `${named(entity)} ${does} ${actual}, and should ${pass ? "not" : `be ${asked}`}.\nThat is written at ${entity.place(pointer)}`,
  };
}

function entityOf(received: unknown): TestedEntity {
  if (received instanceof TestedEntity) return received;
  throw new Error(
    'This is asked of an entity: const shop = await loadConfig("config"); expect(shop.entity("…"))',
  );
}

function configOf(received: unknown): TestedConfig {
  if (isTestedConfig(received)) return received;
  throw new Error('This is asked of a config: expect(await loadConfig("config")).toHaveTiles(["…"])');
}

function isTestedConfig(received: unknown): received is TestedConfig {
  return typeof received === "object" && received !== null && "config" in received && "entity" in received
    ? !(received instanceof TestedEntity)
    : false;
}

import { createHash } from "node:crypto";
import { configIn } from "../../compiler/resolve/spoken-config.ts";
import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import { fieldsInLists } from "../../model/fields-in-lists.ts";
import type { Registry } from "../../plugin/registry.ts";
import { conditionOrder } from "../../record/apply-conditions.ts";
import { guardedEntity } from "../../record/rights.ts";
import { walkFields } from "../../record/walk.ts";
import { accountRules } from "../accounts/account-rules.ts";
import { type RegistrationServices, registrationRoutes } from "../accounts/registration.ts";
import { makeRegistrationPage } from "../accounts/registration-page.ts";
import { blameRoute } from "../config/blame-route.ts";
import { chartRoute } from "../config/charts/chart-route.ts";
import { configRoutes } from "../config/config-routes.ts";
import { partValidators } from "../config/part-validators.ts";
import type { FileReport, Runtime } from "../config/runtime.ts";
import type { Effects } from "../effects.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import { makeRateLimits } from "../http/rate-limit.ts";
import type { Route } from "../http/route.ts";
import { joinRouteTables, makeRouteTable } from "../http/route-table.ts";
import type { ImageOrigin } from "../images/image-origin.ts";
import { imageRoutes } from "../images/image-routes.ts";
import { inTurns } from "../in-turns.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { expansionsOf, titleExpansionsOf } from "../records/expand-references.ts";
import { hooksOf } from "../records/field-hooks.ts";
import { historyRoutes } from "../records/history/history-routes.ts";
import { mustBeDeletable, mustUpload, uploadPermissions } from "../records/image-deletion.ts";
import { recordRoutes } from "../records/record-routes.ts";
import { referringFields, storedFields, tableShape } from "../records/table-shape.ts";
import { sessionRoutes } from "../sessions/session-routes.ts";
import { reuseValidators } from "./reuse-validators.ts";

/** What routes use beside their request. */
export interface RouteServices extends RegistrationServices {
  readonly imageOrigin: ImageOrigin;
}

export function routeServices(
  effects: Effects,
  hookThreads?: HookThreads,
  imageOrigin?: ImageOrigin,
): RouteServices {
  return { effects, hookThreads, imageOrigin, rateLimits: makeRateLimits(effects.elapsed) };
}

/** What all runtimes of an installation share. */
interface Installed {
  readonly registry: Registry;
  /** For addresses that only sessions get. */
  readonly secret: string;
  readonly services: RouteServices;
}

/** Makes everything that requests need from a checked config. @param before its unchanged parts are reused */
export function* buildRuntime(config: Config, installed: Installed, before?: Runtime): Steps<Runtime> {
  const { registry, secret, services } = installed;
  const validators = reuseValidators(secret, before);
  const entities = new Map<string, EntityRuntime>();
  const { imageOrigin, effects } = services;
  const all = { config, entities, imageOrigin, now: effects.now };
  const referring = referringFields(config);
  for (const [id, entity] of config.entities) {
    yield;
    const fields = storedFields(entity);
    entities.set(id, {
      ...all,
      entity,
      fields,
      listedFields: fieldsInLists(fields),
      table: tableShape(config, entity, registry, services.hookThreads),
      placed: new Map([...walkFields(fields)].map((placed) => [placed.path, placed])),
      conditionOrder: conditionOrder(fields),
      hooks: hooksOf(fields, registry),
      guarded: guardedEntity(entity),
      referrers: referring.get(id) ?? [],
      partValidators: partValidators(config, entity, validators.of),
      expansions: expansionsOf(entity, config.entities),
      titleExpansions: titleExpansionsOf(entity, entity.display.title),
      rules: config.app.accounts.entity === id ? accountRules(config) : {},
      ...validators.of(entity.source.schema.properties),
    });
  }
  const registration = validators.of(config.app.registration.schema.properties);
  yield;
  const records: Route[] = [];
  for (const target of entities.values()) {
    records.push(...recordRoutes(target, services));
    yield;
  }
  const accounts = entities.get(config.app.accounts.entity);
  const page = makeRegistrationPage(config, registration.check);
  const routes = [
    blameRoute(all, registry, services.effects),
    chartRoute(all, services.effects),
    ...historyRoutes(all, services),
    ...imageRoutes(config, services, {
      access: uploadPermissions(all),
      mustUpload: (request) => mustUpload(all, request),
      mustBeDeletable: (...asked) => mustBeDeletable(all, ...asked),
    }),
    ...records,
    ...(accounts === undefined ? [] : registrationRoutes(accounts, records, page, services)),
    ...sessionRoutes(config.app, services),
  ];
  const tables = [...entities.values()].map(({ table }) => table);
  const modules = validators.modules();
  yield;
  const routeTable = makeRouteTable(routes);
  yield;

  const spoken = new Map<string, Promise<Runtime>>();

  function withReport(report: FileReport): Runtime {
    const { problems, rejected } = report;
    const hash = problems.length === 0 ? config.hash : reportHash(config.hash, report);
    const served = { ...all, registry, registration, hash, problems, rejected };
    const reported = new Map<string, Promise<Runtime>>();
    const runtime: Runtime = {
      ...served,
      tables,
      modules,
      routes: joinRouteTables(makeRouteTable(configRoutes(served)), routeTable),
      // No closure here may refer to `before`: each runtime would keep all earlier ones in memory.
      rebuild: (next) => buildRuntime(next, installed, runtime),
      inLanguage(language) {
        const built = spoken.get(language) ?? inTurns(buildSpoken(runtime, language, installed), effects);
        spoken.set(language, built);
        const known = reported.get(language) ?? built.then((one) => one.withReport(report));
        reported.set(language, known);
        return known;
      },
      withReport,
    };
    return runtime;
  }
  return withReport({ problems: [], rejected: [] });
}

function* buildSpoken(runtime: Runtime, language: string, installed: Installed): Steps<Runtime> {
  const config = yield* configIn(runtime.config, installed.registry, language);
  return yield* buildRuntime(config, installed, runtime);
}

function reportHash(configHash: string, { problems, rejected }: FileReport): string {
  const hash = createHash("sha256").update(configHash).update(JSON.stringify({ problems, rejected }));
  return hash.digest("hex").slice(0, configHash.length);
}

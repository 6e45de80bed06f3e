import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import { listedFields } from "../../model/listed-fields.ts";
import type { Registry } from "../../plugin/registry.ts";
import { conditionOrder } from "../../record/apply-conditions.ts";
import { walkFields } from "../../record/walk.ts";
import { accountRules } from "../accounts/account-rules.ts";
import { registrationRoutes } from "../accounts/register.ts";
import { makeRegistration } from "../accounts/registration.ts";
import { configRoutes } from "../config/config-routes.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import { imageRoutes } from "../images/image-routes.ts";
import { readersOf } from "../records/access.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { expansionsOf } from "../records/expand-references.ts";
import { hooksOf } from "../records/field-hooks.ts";
import { recordRoutes } from "../records/record-routes.ts";
import { storedFields, tableShape, tableShapes } from "../records/table-shape.ts";
import { sessionRoutes } from "../sessions/session-routes.ts";
import { reuseValidators, type Validators } from "./reuse-validators.ts";
import { makeRouteTable } from "./route-table.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Makes everything that requests need from a checked config.
 * @param secret the installation's own: makes addresses that only sessions are told
 * @param threads where plugins convert large stored values; without it they do here
 * @param before what is the same in it is taken over
 */
export function* buildRuntime(
  config: Config,
  registry: Registry,
  secret: string,
  threads?: HookThreads,
  before?: Runtime,
): Steps<Runtime> {
  const validators = reuseValidators(secret, before);
  const entities = yield* entityRuntimes(config, registry, validators, threads);
  const registration = validators.of(config.app.registration.schema.properties);
  yield;
  const records = [...entities.values()].flatMap(recordRoutes);
  const runtime: Runtime = {
    config,
    registry,
    hash: config.hash,
    problems: [],
    rejected: [],
    entities,
    registration,
    modules: validators.modules(),
    tables: [...entities.values()].map(({ table }) => table),
    routes: makeRouteTable([
      ...configRoutes(),
      ...imageRoutes(config),
      ...records,
      ...registrationRoutes(config, records, makeRegistration(config, registration.check)),
      ...sessionRoutes(config.app),
    ]),
    // No closure here may hold `before`: each runtime would keep all those before it alive.
    rebuild: (next) => buildRuntime(next, registry, secret, threads, runtime),
    shapes: (next) => tableShapes(next, registry, threads),
  };
  return runtime;
}

function* entityRuntimes(
  config: Config,
  registry: Registry,
  validators: Validators,
  threads: HookThreads | undefined,
): Steps<ReadonlyMap<string, EntityRuntime>> {
  const all = new Map<string, EntityRuntime>();
  for (const [id, entity] of config.entities) {
    yield;
    all.set(id, entityRuntime(config, registry, entity, validators, threads));
  }
  return all;
}

function entityRuntime(
  config: Config,
  registry: Registry,
  entity: Entity,
  validators: Validators,
  threads: HookThreads | undefined,
): EntityRuntime {
  const fields = storedFields(entity);
  return {
    entity,
    fields,
    listedFields: listedFields(fields),
    table: tableShape(config, entity, registry, threads),
    placed: new Map([...walkFields(fields)].map((placed) => [placed.path, placed])),
    conditionOrder: conditionOrder(fields),
    hooks: hooksOf(fields, registry),
    readers: readersOf(config, entity),
    expansions: expansionsOf(entity),
    rules: config.app.accounts.entity === entity.id ? accountRules(config) : {},
    ...validators.of(entity.source.schema.properties),
  };
}

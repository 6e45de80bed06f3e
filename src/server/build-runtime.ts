import type { Config } from "../model/config.ts";
import type { Entity } from "../model/entity.ts";
import type { Registry } from "../plugin/registry.ts";
import { accountRules } from "./accounts/account-rules.ts";
import { registrationRoutes } from "./accounts/register.ts";
import { makeRegistration } from "./accounts/registration.ts";
import { allMessages } from "./config/app-view.ts";
import { configRoutes } from "./config/config-routes.ts";
import { fileNameOf, validatorLink } from "./config/validator-modules.ts";
import { imageRoutes } from "./images/image-routes.ts";
import { readersOf } from "./records/access.ts";
import type { EntityRuntime } from "./records/entity-runtime.ts";
import { expansionsOf } from "./records/expand-references.ts";
import { halvesOf } from "./records/field-halves.ts";
import { walkFields } from "./records/field-walk.ts";
import { recordRoutes } from "./records/record-routes.ts";
import { storedFields, tableShape } from "./records/table-shape.ts";
import { makeRouteTable } from "./route-table.ts";
import type { Runtime } from "./runtime.ts";
import { sessionRoutes } from "./sessions/session-routes.ts";
import { compileValidator } from "./validators/compile-validator.ts";

/**
 * Makes everything that requests need from a checked config, at once.
 * @param secret the installation's own: makes addresses that only sessions are told
 */
export function buildRuntime(config: Config, registry: Registry, secret: string): Runtime {
  const modules = new Map<string, string>();
  const compile: Compile = (properties) => {
    const { check, moduleCode } = compileValidator(properties);
    const validator = validatorLink(secret, moduleCode);
    modules.set(fileNameOf(validator), moduleCode);
    return { check, validator };
  };
  const entities = new Map(
    [...config.entities].map(([id, entity]) => [id, entityRuntime(config, registry, entity, compile)]),
  );
  const registration = compile(config.app.registration.schema.properties);
  const records = [...entities.values()].flatMap(recordRoutes);
  return {
    config,
    registry,
    entities,
    modules,
    registration,
    messages: allMessages(config, registry),
    tables: [...entities.values()].map(({ table }) => table),
    routes: makeRouteTable([
      ...configRoutes(),
      ...imageRoutes(config),
      ...records,
      ...registrationRoutes(config, records, makeRegistration(config, registration.check)),
      ...sessionRoutes(config.app),
    ]),
  };
}

type Compile = (
  properties: Parameters<typeof compileValidator>[0],
) => Pick<EntityRuntime, "check" | "validator">;

function entityRuntime(config: Config, registry: Registry, entity: Entity, compile: Compile): EntityRuntime {
  const fields = storedFields(entity);
  return {
    entity,
    fields,
    table: tableShape(config, entity),
    placed: new Map([...walkFields(fields)].map((placed) => [placed.path, placed])),
    halves: halvesOf(entity, registry),
    readers: readersOf(config, entity),
    expansions: expansionsOf(entity),
    rules: config.app.accounts.entity === entity.id ? accountRules(config) : {},
    ...compile(entity.source.schema.properties),
  };
}

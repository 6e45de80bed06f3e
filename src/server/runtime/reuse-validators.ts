import { createHmac } from "node:crypto";
import type { FieldSchema } from "../../model/field-schema.ts";
import { PATHS } from "../../wire/paths.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import type { Runtime, ValidatorModules } from "../config/runtime.ts";
import type { Validator } from "../records/entity-runtime.ts";
import { compileValidator } from "./compile-validator.ts";

type Properties = Readonly<Record<string, FieldSchema>>;

export interface Validators {
  /** Compiles, or takes what was compiled before for the very same fields. */
  of(properties: Properties): Validator;
  /** Those asked for, after some of those before: a browser may be about to import one. */
  modules(): ValidatorModules;
}

/** Modules of configs before that are still given out. */
const MAX_OLD_MODULES = 50;

/** @param secret the installation's own: makes addresses that only sessions learn */
export function reuseValidators(secret: string, before: Runtime | undefined): Validators {
  const known = new Map<string, Validator>();
  if (before !== undefined) {
    for (const { entity, check, validator } of before.entities.values())
      known.set(keyOf(entity.source.schema.properties), { check, validator });
    known.set(keyOf(before.config.app.registration.schema.properties), before.registration);
  }
  const own = new Map<string, string>();
  return {
    of(properties) {
      const key = keyOf(properties);
      const same = known.get(key);
      const code = same && before?.modules.get(fileNameOf(same.validator));
      if (same !== undefined && code !== undefined) {
        own.set(fileNameOf(same.validator), code);
        return same;
      }
      const { check, moduleCode } = compileValidator(properties);
      const validator = validatorLink(secret, moduleCode);
      own.set(fileNameOf(validator), moduleCode);
      const made = { check, validator };
      known.set(key, made);
      return made;
    },
    modules() {
      const others = [...(before?.modules ?? [])].filter(([name]) => !own.has(name));
      return new Map([...others.slice(-MAX_OLD_MODULES), ...own]);
    },
  };
}

function keyOf(properties: Properties): string {
  return JSON.stringify(properties);
}

/**
 * Gives a module its address: it cannot be guessed without the installation's secret, and changes with the code, so
 * that it may be cached for good.
 */
function validatorLink(secret: string, moduleCode: string): ValidatorLink {
  const name = createHmac("sha256", secret).update(moduleCode).digest("base64url");
  return { url: `${PATHS.validators}/${name}.js` };
}

function fileNameOf({ url }: ValidatorLink): string {
  return url.slice(PATHS.validators.length + 1);
}

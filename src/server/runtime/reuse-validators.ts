import { createHmac } from "node:crypto";
import type { FieldSchema } from "../../model/field-schema.ts";
import { PATHS } from "../../wire/paths.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import { partValidatorEntries } from "../config/part-validators.ts";
import type { Runtime } from "../config/runtime.ts";
import type { Validator } from "../records/entity-runtime.ts";
import { compileValidator, plainProperties } from "./compile-validator.ts";

type Properties = Readonly<Record<string, FieldSchema>>;

/** Modules of earlier configs that are still served. */
const MAX_OLD_MODULES = 50;

/** Validators for a runtime. @param secret for addresses that only sessions get */
export function reuseValidators(secret: string, before: Runtime | undefined) {
  const known = new Map<string, Validator>();
  if (before !== undefined) {
    for (const target of before.entities.values()) {
      const { entity, check, validator } = target;
      known.set(keyOf(entity.source.schema.properties), { check, validator });
      for (const [properties, part] of partValidatorEntries(target)) known.set(keyOf(properties), part);
    }
    known.set(keyOf(before.config.app.registration.schema.properties), before.registration);
  }
  const own = new Map<string, string>();
  return {
    /** Compiles, or reuses the validator of fields with the same rules. */
    of(properties: Properties): Validator {
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
    /** The requested modules, after some earlier ones: a browser may be about to import one. */
    modules(): ReadonlyMap<string, string> {
      const others = [...(before?.modules ?? [])].filter(([name]) => !own.has(name));
      return new Map([...others.slice(-MAX_OLD_MODULES), ...own]);
    },
  };
}

/** By the rules alone: labels may read differently in another language. */
function keyOf(properties: Properties): string {
  return JSON.stringify(plainProperties(properties));
}

/** An address that cannot be guessed without the secret, and that changes with the code: it may be cached for ever. */
function validatorLink(secret: string, moduleCode: string): ValidatorLink {
  const name = createHmac("sha256", secret).update(moduleCode).digest("base64url");
  return { url: `${PATHS.validators}/${name}.js` };
}

function fileNameOf({ url }: ValidatorLink): string {
  return url.slice(PATHS.validators.length + 1);
}

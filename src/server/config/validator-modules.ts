import { createHmac } from "node:crypto";
import { PATHS } from "../../wire/paths.ts";
import type { ValidatorLink } from "../../wire/views.ts";

/** Precompiled validators as browsers import them, by file name. */
export type ValidatorModules = ReadonlyMap<string, string>;

/**
 * Gives a module its address: it cannot be guessed without the installation's secret, and changes with the code, so
 * that it may be cached for good.
 */
export function validatorLink(secret: string, moduleCode: string): ValidatorLink {
  const name = createHmac("sha256", secret).update(moduleCode).digest("base64url");
  return { url: `${PATHS.validators}/${name}.js` };
}

export function fileNameOf({ url }: ValidatorLink): string {
  return url.slice(PATHS.validators.length + 1);
}

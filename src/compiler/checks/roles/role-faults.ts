import type { EntityConfig } from "../../../model/entity-config.ts";
import type { ProblemCode } from "../../../model/problem-codes.ts";
import { quoted } from "../../report/nearest.ts";
import type { Written } from "../../written-config.ts";

interface RoleFault {
  readonly at: string;
  /** Said of the role: `may see …`. */
  readonly what: string;
  readonly role: string;
  readonly hint?: string | undefined;
}

/** What is wrong for several roles is one problem. */
export function rolesByFault(code: ProblemCode) {
  const found = new Map<string, RoleFault & { readonly roles: string[] }>();
  return {
    add(fault: RoleFault): void {
      const key = JSON.stringify([fault.at, fault.what, fault.hint]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...fault, roles: [fault.role] });
      else known.roles.push(fault.role);
    },
    report({ report, isReported }: Written<EntityConfig>): void {
      for (const { at, what, hint, roles } of found.values()) {
        // What is wrong there already may be meant otherwise.
        if (isReported(at)) continue;
        const who = roles.length === 1 ? `The role ${quoted(roles)}` : `Each of the roles ${quoted(roles)}`;
        report(at, code, { message: `${who} ${what}.`, ...(hint === undefined ? {} : { hint }) });
      }
    },
  };
}

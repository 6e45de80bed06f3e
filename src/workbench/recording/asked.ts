import type { Json } from "../../model/record.ts";
import type { Host, PendingWork, ReferenceQuery } from "../../plugin/host.ts";

/** One thing that a widget asked of its host, as a recording host keeps it. */
export type Asked =
  /** A sentence that nobody says, neither the manifest nor the machine; once for each. */
  | { readonly what: "unknown sentence"; readonly key: string }
  /** A sentence with placeholders that got no value; once for each. */
  | { readonly what: "unfilled sentence"; readonly key: string; readonly text: string }
  | { readonly what: "toast"; readonly kind: "success" | "error" | "warning"; readonly text: string }
  | ({ readonly what: "confirm" } & Parameters<Host["confirm"]>[0])
  /** By name. */
  | { readonly what: "upload"; readonly files: readonly string[]; readonly signal: AbortSignal }
  | { readonly what: "removal"; readonly fileName: string }
  | {
      readonly what: "references";
      readonly query: ReferenceQuery;
      readonly signal: AbortSignal | undefined;
    }
  | {
      readonly what: "reference";
      readonly entity: string;
      readonly id: string;
      readonly signal: AbortSignal | undefined;
    }
  | { readonly what: "hold"; readonly work: PendingWork<Json> }
  | { readonly what: "let go" };

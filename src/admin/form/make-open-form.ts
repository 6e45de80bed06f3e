import type { StoredRecord } from "../../model/record.ts";
import type { Host } from "../../plugin/host.ts";
import { type HostParts, makeFieldHost } from "./field-host.ts";
import type { OpenForm } from "./form-context.ts";
import type { FormRules } from "./form-rules.ts";
import { makeFormStore } from "./form-store.ts";
import { initialRecord } from "./initial-record.ts";
import { leavesOf } from "./leaves.ts";
import type { Widgets } from "./widgets.ts";

interface OpenFormParts extends Omit<HostParts, "recordId" | "store"> {
  /** undefined: a new record. */
  readonly stored: StoredRecord | undefined;
  readonly rules: FormRules;
  readonly widgets: Widgets;
}

/** A form as it stands when it is opened: its state, and a host for each field. */
export function makeOpenForm({ stored, rules, widgets, ...parts }: OpenFormParts): OpenForm {
  const { entity, say } = parts;
  const leaves = new Map(leavesOf(entity).map((leaf) => [leaf.path, leaf]));
  const store = makeFormStore([...leaves.values()], rules, initialRecord(entity, stored));
  const hosts = new Map<string, Host>();
  return {
    entity,
    store,
    widgets,
    say,
    readOnly: stored?.isProtected === true,
    leaf: (path) => leaves.get(path),
    host(leaf) {
      const host = hosts.get(leaf.path) ?? makeFieldHost(leaf, { ...parts, recordId: stored?._id, store });
      hosts.set(leaf.path, host);
      return host;
    },
  };
}

import type { FieldHost } from "../../plugin/host.ts";
import { type FollowedParts, makeFieldHost } from "./field/field-host.ts";
import type { OpenForm, OpenFormParts } from "./field/form-context.ts";
import { leavesOf } from "./state/field-views.ts";
import { type FormMakeup, makeFormStore } from "./state/form-store.ts";
import { initialRecord } from "./state/initial-record.ts";

/** A form as it stands when it is opened: its state, and a host for each field. `follow` makes it that of another config. */
export function makeOpenForm(parts: OpenFormParts): OpenForm {
  const { stored, services } = parts;
  const store = makeFormStore(makeup(parts));
  const hosts = new Map<string, FieldHost>();
  let now: FollowedParts;

  function formOf(current: OpenFormParts): OpenForm {
    const { machine, view, say } = current;
    const { entity } = machine.open;
    const leaves = new Map(leavesOf(entity).map((leaf) => [leaf.path, leaf]));
    const leaf = (path: string) => leaves.get(path);
    now = { entity, view, say, leaf };
    return {
      entity,
      machine,
      store,
      say,
      blames: { client: services.client, configHash: view.hash },
      readOnly: stored?.isProtected === true,
      leaf,
      host({ path }) {
        const hostParts = { entityId: entity.id, recordId: stored?._id, store, services };
        const host = hosts.get(path) ?? makeFieldHost(path, hostParts, () => now);
        hosts.set(path, host);
        return host;
      },
      isMadeOf: (other) => other.machine === machine && other.view === view && other.say === say,
      follow(next) {
        if (next.machine !== machine) store.follow(makeup(next));
        return formOf(next);
      },
    };
  }
  return formOf(parts);
}

function makeup({ machine, stored }: OpenFormParts): FormMakeup {
  const { entity } = machine.open;
  return { leaves: leavesOf(entity), rules: machine.rules, initial: initialRecord(entity, stored) };
}

import type { Effects } from "../effects.ts";
import type { Store } from "../store/store.ts";

const SETTING = "secret";

/** The installation's secret: created once, stored, never answered. */
export async function installationSecret(store: Store, effects: Effects): Promise<string> {
  const known = await store.read((view) => view.setting(SETTING));
  if (known !== undefined) return known;
  const made = effects.randomToken();
  return store.write(async (transaction) => {
    const kept = await transaction.setting(SETTING);
    if (kept !== undefined) return kept;
    await transaction.setSetting(SETTING, made);
    return made;
  });
}

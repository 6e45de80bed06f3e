import type { ChangeOrigin } from "../store/journal.ts";
import type { Store, StoreTransaction, StoreView } from "../store/store.ts";
import { textVersionIn } from "./text-version.ts";

/** A save of the config by an account. It is in the store before its files are written: no crash parts the files from their entry. */
interface ConfigSave {
  readonly origin: ChangeOrigin;
  /** The versions that it writes, null to delete the file. */
  readonly files: readonly { readonly path: string; readonly version: string | null }[];
  /** It has its entry: once these files are served they have no other. */
  readonly isNoted?: true;
}

const announcedOf = (saves: readonly ConfigSave[]) => saves.find(({ isNoted }) => isNoted === undefined);
const notedOf = (saves: readonly ConfigSave[]) => saves.filter(({ isNoted }) => isNoted);

const SETTING = "config.saves";

async function readSaves(view: StoreView): Promise<readonly ConfigSave[]> {
  return JSON.parse((await view.setting(SETTING)) ?? "[]");
}

async function keepSaves(transaction: StoreTransaction, saves: readonly ConfigSave[]): Promise<void> {
  const left = saves.filter(({ files }) => files.length > 0);
  await transaction.setSetting(SETTING, left.length === 0 ? undefined : JSON.stringify(left));
}

/** To be called in the transaction before the files are written. An earlier save without its entry came to nothing: saves take turns. */
export async function announceSave(transaction: StoreTransaction, save: ConfigSave): Promise<void> {
  await keepSaves(transaction, [...notedOf(await readSaves(transaction)), save]);
}

/** The files could not be written. */
export async function withdrawSave(transaction: StoreTransaction): Promise<void> {
  await keepSaves(transaction, notedOf(await readSaves(transaction)));
}

/**
 * Makes the entry of an announced save whose files are there.
 * @param isAlone no save is under way: one whose files are not there was cut off, and is forgotten
 */
export async function settleSaves(
  store: Store,
  onDisk: ReadonlyMap<string, string>,
  isAlone = false,
): Promise<void> {
  const announced = announcedOf(await store.read(readSaves));
  if (announced === undefined) return;
  const { origin, files } = announced;
  const there = files.filter(({ path, version }) => textVersionIn(onDisk, path) === version);
  if (there.length === 0 && !isAlone) return;
  await store.write(async (transaction) => {
    const saves = await readSaves(transaction);
    if (announcedOf(saves)?.origin.changeId !== origin.changeId) return;
    const { account } = origin;
    const paths = there.map(({ path }) => path);
    if (paths.length > 0) await transaction.noteEvent({ kind: "config", account, files: paths });
    await keepSaves(transaction, [
      ...without(notedOf(saves), paths),
      { origin, files: there, isNoted: true },
    ]);
  }, origin);
}

/** The entry that files are served which no save wrote. `settleSaves` comes first. */
export async function noteServed(
  transaction: StoreTransaction,
  served: ReadonlyMap<string, string>,
  changed: readonly string[],
): Promise<void> {
  const saves = await readSaves(transaction);
  const noted = notedOf(saves);
  const isSaved = (path: string) =>
    noted.some(({ files }) =>
      files.some((file) => file.path === path && file.version === textVersionIn(served, path)),
    );
  const others = changed.filter((path) => !isSaved(path));
  if (others.length > 0) await transaction.noteEvent({ kind: "config", account: null, files: others });
  const announced = announcedOf(saves);
  if (noted.length > 0)
    await keepSaves(transaction, [
      ...without(noted, changed),
      ...(announced === undefined ? [] : [announced]),
    ]);
}

const without = (saves: readonly ConfigSave[], paths: readonly string[]) =>
  saves.map((save) => ({ ...save, files: save.files.filter(({ path }) => !paths.includes(path)) }));

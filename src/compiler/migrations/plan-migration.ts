import { from1to2 } from "./1-to-2.ts";
import { from2to3 } from "./2-to-3.ts";
import { CannotMigrate, type Edit, jsonText, type Migration, readValue, type Texts } from "./edit-json.ts";

/** Every migration, each from the format that the one before ends at. */
export const MIGRATIONS: readonly Migration[] = [from1to2, from2to3];

type MigrationPlan =
  | { readonly kind: "current" }
  | { readonly kind: "refused"; readonly reason: string }
  | {
      readonly kind: "plan";
      readonly steps: readonly (Pick<Migration, "from" | "to"> & { readonly edits: readonly Edit[] })[];
      /** The files that change, as they will be. */
      readonly texts: Texts;
    };

/** Plans the migration of a config to a format: all of it or nothing. */
export function planMigration(
  texts: Texts,
  to: number,
  migrations: readonly Migration[] = MIGRATIONS,
): MigrationPlan {
  try {
    const format = formatOf(texts);
    if (format > to) {
      const reason = `The config is of format ${format}, this program knows formats up to ${to}: it is older than the config. Update the program.`;
      return { kind: "refused", reason };
    }
    return format === to ? { kind: "current" } : plan(texts, format, to, migrations);
  } catch (error) {
    if (error instanceof CannotMigrate) return { kind: "refused", reason: error.message };
    throw error;
  }
}

function formatOf(texts: Texts): number {
  const format = readValue(jsonText(texts, "app.json"), ["format"]);
  if (typeof format === "number" && Number.isInteger(format) && format > 0) return format;
  throw new CannotMigrate(
    'app.json needs a "format": the number of the format that the config is written in.',
  );
}

function plan(texts: Texts, format: number, to: number, migrations: readonly Migration[]): MigrationPlan {
  const now = new Map(texts);
  const changed = new Map<string, string>();
  const steps = [];
  for (let at = format; at < to; ) {
    const migration = migrations.find(({ from }) => from === at);
    if (migration === undefined) throw new CannotMigrate(`Nothing brings a config of format ${at} further.`);
    const edits = migration.migrate(now);
    for (const { file, text } of edits) {
      now.set(file, text);
      changed.set(file, text);
    }
    steps.push({ from: migration.from, to: migration.to, edits });
    at = migration.to;
  }
  return { kind: "plan", steps, texts: changed };
}

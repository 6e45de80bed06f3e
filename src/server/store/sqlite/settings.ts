import type { Context } from "./context.ts";

export function getSetting({ connection }: Context, key: string): string | undefined {
  return connection.first(connection.db.selectFrom("settings").select("value").where("key", "=", key))?.value;
}

export function setSetting({ connection }: Context, key: string, value: string): void {
  connection.run(
    connection.db
      .insertInto("settings")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value })),
  );
}

import { type RawBuilder, sql } from "kysely";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { BOOKS, SHELVES } from "../../contracts/store/library.ts";
import { fillPastStore } from "./record-copies.ts";

export const MANY = 100_000;

/**
 * A store with many books, written past it in one statement.
 * Titles: `奶茶 Common 12345`, every hundredth `珍珠 rare 12345`, or what `title` makes of the number `n`; of genre
 * `secret` one in a thousand.
 */
export async function openHundredThousand(
  file: string,
  observe: (statement: string) => void,
  title: RawBuilder<unknown> = sql`case when n % 100 = 0 then '珍珠 rare ' else '奶茶 Common ' end || n`,
): Promise<Store> {
  const store = await openSqliteStore({ file, observe });
  const system = sql`'2026-01-01', printf('2026-%05d', n * 7919 % ${sql.lit(MANY)}), null, 0`;
  await fillPastStore(store, file, [SHELVES, BOOKS], (connection) => {
    connection.run(
      sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50)
      insert into "records$shelves" (__id, created_at, updated_at, updated_by, is_protected, name)
      select 's' || n, ${system}, 'Shelf ' || n from numbers`,
    );
    connection.run(
      sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
      insert into "records$books"
        (__id, created_at, updated_at, updated_by, is_protected, title, shelf, pages, price, lent, ratings, genre)
      select printf('b%06d', n * 31 % ${sql.lit(MANY)}), ${system},
        ${title},
        's' || (n % 50 + 1), n % 900, n % 77 + 0.5, n % 2, '{"readers":' || n % 10 || '}',
        case when n % 1000 = 0 then 'secret' else 'novel' end
      from numbers`,
    );
  });
  return store;
}

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Connection, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import {
  inTransaction,
  MAX_GROUP_LENGTH,
  makeWriteQueue,
  type WriteQueue,
} from "../../../src/server/store/sqlite/write-queue.ts";
import { book, ids, insert, LATER, NOW, SHAPES, shelf } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

/** Writes that share a commit at most. */
const MAX_GROUP_WRITES = 32;

let file: string;
let connection: Connection;
let queue: WriteQueue;
/** What became of transactions, in the order it happened. */
let history: string[];

beforeEach(() => {
  file = temporaryFile();
  history = [];
  connection = openConnection(file, (statement) => {
    if (["begin immediate", "commit", "rollback"].includes(statement)) history.push(statement);
  });
  onTestFinished(() => connection.close());
  connection.exec(`pragma foreign_keys = on; create table words (word text primary key, size blob);
    create table of_words (word text references words deferrable initially deferred)`);
  queue = makeWriteQueue(
    () => connection,
    () => history.push("ended"),
  );
});

const add = (word: string, size = 0) =>
  connection.runText("insert into words values (?, zeroblob(?))", [word, size]);
const words = () => connection.rows("select word from words order by rowid", []).map(([word]) => word);
const write = (word: string) => queue.write(async () => void add(word));
const turn = () => new Promise((resolve) => setImmediate(resolve));
const group = ["begin immediate", "commit", "ended"];
const lostGroup = ["begin immediate", "rollback", "ended"];

/** What each was told, and when: after how much of the history. */
async function told(writes: readonly Promise<unknown>[]) {
  const when = writes.map((one) =>
    one.then(
      () => `yes ${history.length}`,
      (error: Error) => `${error.message} ${history.length}`,
    ),
  );
  return Promise.all(when);
}

describe("writes", () => {
  test("that wait at the same time share a commit, as many as a group holds, and are told after it", async () => {
    const many = Array.from({ length: MAX_GROUP_WRITES + 5 }, (_, n) => write(`w${n}`));
    const answers = await told(many);
    expect(answers.slice(0, MAX_GROUP_WRITES)).toEqual(Array(MAX_GROUP_WRITES).fill("yes 3"));
    expect(answers.slice(MAX_GROUP_WRITES)).toEqual(Array(5).fill("yes 6"));
    expect(history).toEqual([...group, ...group]);
    expect(words()).toEqual(Array.from({ length: MAX_GROUP_WRITES + 5 }, (_, n) => `w${n}`));
  });

  test("of megabytes share no commit: the group ends with the one that fills it", async () => {
    const store = (word: string, size: number) =>
      queue.write(async () => {
        connection.runText("insert into words values (?, ?)", [word, new Uint8Array(size)]);
      });
    const answers = await told([
      store("small", 10),
      store("large", MAX_GROUP_LENGTH),
      store("next", MAX_GROUP_LENGTH - 100),
      store("last of two", 10),
    ]);
    expect(answers).toEqual(["yes 3", "yes 3", "yes 6", "yes 6"]);
    expect(history).toEqual([...group, ...group]);
  });

  test("of megabytes are told before they are moved into the file, which comes before the next write", async () => {
    const moves: number[] = [];
    const observed = openConnection(file, (statement) => {
      if (statement.startsWith("pragma wal_checkpoint")) moves.push(told.length);
    });
    onTestFinished(() => observed.close());
    const own = makeWriteQueue(
      () => observed,
      () => undefined,
    );
    const told: string[] = [];
    const store = async (word: string, size: number) => {
      await own.write(async () => {
        observed.runText("insert into words values (?, ?)", [word, new Uint8Array(size)]);
        told.push(word);
      });
      told.push(`${word} is told`);
    };
    const [large, next] = [store("large", MAX_GROUP_LENGTH), store("next", 10)];
    await large;
    expect([told, moves]).toEqual([["large", "large is told"], []]);
    await next;
    expect([told, moves]).toEqual([["large", "large is told", "next", "next is told"], [2]]);
    const [[frames, left] = []] = observed
      .rows("pragma wal_checkpoint(passive)", [])
      .map(([, inJournal, inFile]) => [inJournal, Number(inJournal) - Number(inFile)]);
    expect([Number(frames) > 0, left]).toEqual([true, 0]);
    expect(observed.rows("pragma wal_autocheckpoint", [])).toEqual([[1000]]);
  });

  test("that come while another of the group runs, or in the turn after it, join it; a later one does not", async () => {
    const slow = queue.write(async () => {
      add("slow");
      await turn();
      meanwhile.push(write("while it runs"));
    });
    const meanwhile: Promise<void>[] = [];
    await turn();
    const next = slow.then(() => write("after its answer"));
    await next;
    await Promise.all(meanwhile);
    expect(history).toEqual([...group, ...group]);
    expect(words()).toEqual(["slow", "while it runs", "after its answer"]);
  });

  test("one that throws is told its own reason, after the commit of the others, and alone leaves no trace", async () => {
    const before = write("before");
    const refused = queue.write(async () => {
      add("refused");
      throw new Error(`there are ${words()}`);
    });
    const synchronous = queue.write(() => {
      throw new Error("at once");
    });
    const answers = await told([before, refused, synchronous, write("after")]);
    expect(answers).toEqual(["yes 3", "there are before,refused 3", "at once 3", "yes 3"]);
    expect(history).toEqual(group);
    expect(words()).toEqual(["before", "after"]);
  });

  test("all fail where the commit does, refusals too, and nothing of them remains", async () => {
    const dangling = queue.write(async () => {
      add("dangling");
      connection.runText("insert into of_words values ('no such word')", []);
    });
    const refused = queue.write(() => Promise.reject(new Error("for what the first one did")));
    const answers = await told([write("first"), dangling, refused]);
    for (const answer of answers) expect(answer).toMatch(/FOREIGN KEY constraint failed 4$/);
    expect(history).toEqual(["begin immediate", "commit", "rollback", "ended"]);
    expect(words()).toEqual([]);
    await write("next");
    expect(words()).toEqual(["next"]);
  });

  test.each([
    { how: "and SQLite gives the transaction up", big: ["big"], others: "SQLITE_FULL" },
    { how: "and SQLite undoes the statement alone", big: ["b1", "b2", "b3"], others: "in" },
  ])("a full disk leaves nothing half done, $how", async ({ big, others }) => {
    await write("old");
    connection.rows("pragma max_page_count = 12", []);
    const values = big.map((word) => `('${word}', zeroblob(60000))`).join(", ");
    const before = write("before");
    const tooMuch = queue.write(
      async () => void connection.runText(`insert into words values ${values}`, []),
    );
    const after = write("after");
    const outcome = (one: Promise<void>) =>
      one.then(
        () => "in",
        (error: { code: string }) => error.code,
      );
    expect(await Promise.all([before, tooMuch, after].map(outcome))).toEqual([others, "SQLITE_FULL", "in"]);
    expect(words()).toEqual(others === "in" ? ["old", "before", "after"] : ["old", "after"]);
    connection.rows("pragma max_page_count = 1000000", []);
    await write("space again");
    expect(words()).toContain("space again");
  });

  test("where the engine gives the transaction up, nobody is told what was meant for another", async () => {
    const first = write("first");
    const translated = queue.write(async () => {
      add("translated");
      // As SQLite does by itself where a disk cannot be read.
      connection.exec("rollback");
      throw new Error("a secret of this request", { cause: new Error("nothing of SQLite") });
    });
    const swallowed = queue.write(async () => {
      add("swallowed");
      connection.exec("rollback");
    });
    const answers = await told([first, translated, write("second"), swallowed, write("third")]);
    const lost = "The transaction was rolled back by the engine.";
    expect(answers.map((one) => one.replace(/ \d+$/, ""))).toEqual([lost, lost, "yes", lost, "yes"]);
    expect(words()).toEqual(["second", "third"]);
  });

  test("of an engine's error that work threw another one about, all are told the engine's", async () => {
    const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    const wrapped = queue.write(async () => {
      connection.exec("rollback");
      throw new Error("a secret of this request", { cause: full });
    });
    const outcomes = await Promise.allSettled([wrapped, queue.write(async () => void add("next"))]);
    expect(outcomes).toEqual([
      { status: "rejected", reason: full },
      { status: "fulfilled", value: undefined },
    ]);
  });

  test("that cannot begin a transaction all fail together, and the next begins one", async () => {
    const other = openConnection(file);
    onTestFinished(() => other.close());
    connection.rows("pragma busy_timeout = 20", []);
    other.exec("begin immediate");
    const began = performance.now();
    const answers = await told([write("a"), write("b"), write("c")]);
    for (const answer of answers) expect(answer).toMatch(/database is locked/);
    expect(performance.now() - began).toBeLessThan(1000);
    other.exec("rollback");
    await write("next");
    expect(words()).toEqual(["next"]);
  });

  test("that cannot begin one fail as many as would have shared it: those behind them begin their own", async () => {
    const other = openConnection(file);
    onTestFinished(() => other.close());
    connection.rows("pragma busy_timeout = 0", []);
    other.exec("begin immediate");
    const many = Array.from({ length: MAX_GROUP_WRITES + 5 }, (_, n) => write(`w${n}`));
    many[0]?.catch(() => other.exec("rollback"));
    const answers = await told(many);
    expect(answers.filter((one) => one.startsWith("database is locked"))).toHaveLength(MAX_GROUP_WRITES);
    expect(words()).toEqual(Array.from({ length: 5 }, (_, n) => `w${MAX_GROUP_WRITES + n}`));
  });

  test("after a transaction that could not even be rolled back: the next one does that first", async () => {
    let broken = true;
    const failing = new Proxy(connection, {
      get(target, name) {
        const runText: Connection["runText"] = (text, values) => {
          if (broken && (text === "commit" || text === "rollback")) throw new Error(`no ${text}`);
          return target.runText(text, values);
        };
        return name === "runText" ? runText : Reflect.get(target, name);
      },
    });
    const own = makeWriteQueue(
      () => failing,
      () => {},
    );
    await expect(own.write(async () => void add("lost"))).rejects.toThrow("no commit");
    expect(connection.inTransaction).toBe(true);
    broken = false;
    await own.write(async () => void add("next"));
    expect(words()).toEqual(["next"]);
  });
});

describe("an exclusive job", () => {
  test("has the connection to itself, between the groups before and after it, outside of any transaction", async () => {
    const seen: unknown[] = [];
    const vacuum = queue.exclusive(async () => {
      seen.push(words(), connection.inTransaction);
      connection.exec("vacuum");
      await turn();
      seen.push(words());
      return "done";
    });
    const before = [write("a"), write("b")];
    const job = queue.exclusive(async () => {
      seen.push(words(), connection.inTransaction);
      connection.exec("vacuum");
      await turn();
      await turn();
      seen.push(words());
    });
    const after = write("c");
    expect(await vacuum).toBe("done");
    await Promise.all([...before, job, after]);
    expect(seen).toEqual([[], false, [], ["a", "b"], false, ["a", "b"]]);
    expect(history).toEqual(["ended", ...group, "ended", ...group]);
  });

  test("may be a transaction of its own, which leaves nothing where it throws", async () => {
    const committed: string[] = [];
    const made = queue.exclusive(() =>
      inTransaction(
        () => connection,
        async () => {
          add("made");
          return "made";
        },
        (value) => committed.push(value),
      ),
    );
    const broken = queue.exclusive(() =>
      inTransaction(
        () => connection,
        async () => {
          add("broken");
          await turn();
          throw new Error("broken");
        },
        () => committed.push("broken"),
      ),
    );
    await made;
    await expect(broken).rejects.toThrow("broken");
    expect(history).toEqual([...group, ...lostGroup]);
    expect([committed, words()]).toEqual([["made"], ["made"]]);
    await write("next");
  });
});

test("a store tells nobody that a write is done when its commit failed", async () => {
  let fails = false;
  const store = await openSqliteStore({
    file: temporaryFile(),
    observe: (statement) => {
      if (fails && statement === "commit") throw new Error("no commit");
    },
  });
  onTestFinished(() => store.close());
  await store.applyShapes(SHAPES);
  fails = true;
  const writes = ["a", "a", "b"].map((id) =>
    store.write((transaction) => transaction.insert("books", book(id), [])),
  );
  const read = store.write((transaction) => transaction.count("books"));
  for (const one of await Promise.allSettled([...writes, read]))
    expect(one).toMatchObject({ status: "rejected", reason: { message: "no commit" } });
  await expect(store.applyShapes([])).rejects.toThrow("no commit");
  expect(store.appliedShapes()).toBe(SHAPES);
  fails = false;
  expect(await ids(store, "books")).toEqual([]);
  await store.write((transaction) => transaction.insert("books", book("a"), []));
});

test("what a refused write had begun has ended when it is told", async () => {
  const statements: string[] = [];
  const store = await openSqliteStore({ file: temporaryFile(), observe: (one) => statements.push(one) });
  onTestFinished(() => store.close());
  await store.applyShapes(SHAPES);
  await insert(store, "shelves", shelf("s1", { name: "Art" }));
  // Refreshed in batches, with turns of the event loop between them: they are sorted by the name of their shelf.
  await insert(store, "books", ...Array.from({ length: 1200 }, (_, n) => book(`b${n}`, { shelf: "s1" })));
  const refused = store.write((transaction) =>
    Promise.all([
      transaction.update("shelves", "s1", { name: "Zoo", ...NOW }, [], LATER),
      Promise.reject(new Error("no")),
    ]),
  );
  await expect(refused).rejects.toThrow("no");
  const before = statements.length;
  for (let n = 0; n < 10; n += 1) await turn();
  expect(statements.slice(before)).toEqual([]);
});

import Database from "libsql";

/** What SQLite did for a piece of work, in instructions of its virtual machine: 2 to 20 for a row that is visited. */
export interface Visited {
  readonly steps: number;
  /** Of the statement that took most, for one run (the mean, where it ran more than once): nobody else has a turn meanwhile. */
  readonly longest: number;
}

export interface VisitedRows {
  of(work: () => Promise<unknown>): Promise<Visited>;
  end(): void;
}

interface Statement {
  readonly steps: number;
  readonly runs: number;
}

/**
 * Counts what SQLite does on the connections that are opened from now on. It keeps the count of each prepared statement itself: the
 * same on every machine, however busy. What FTS5 does inside is not counted but by the rows that it gives.
 */
export function watchVisitedRows(): VisitedRows {
  const { prototype } = Database;
  const { prepare } = prototype;
  const databases: Database.Database[] = [];
  function noted(this: Database.Database, text: string) {
    if (!databases.includes(this)) databases.push(this);
    return prepare.call(this, text);
  }
  Object.assign(prototype, { prepare: noted });

  function statements(): Map<string, Statement> {
    const found = new Map<string, Statement>();
    for (const [at, database] of databases.entries()) {
      if (!database.open) continue;
      const asked = prepare.call(database, "select sql, nstep, run from sqlite_stmt").raw().all();
      for (const [text, steps, runs] of asked as [string, number, number][])
        found.set(`${at} ${text}`, { steps, runs });
    }
    return found;
  }

  return {
    async of(work) {
      const before = statements();
      await work();
      const visited = { steps: 0, longest: 0 };
      for (const [text, now] of statements()) {
        const old = before.get(text) ?? { steps: 0, runs: 0 };
        const runs = now.runs - old.runs;
        if (runs === 0 || text.includes("sqlite_stmt")) continue;
        visited.steps += now.steps - old.steps;
        visited.longest = Math.max(visited.longest, (now.steps - old.steps) / runs);
      }
      return visited;
    },
    end() {
      prototype.prepare = prepare;
    },
  };
}

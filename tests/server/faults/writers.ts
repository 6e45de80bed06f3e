import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { Answer, Ask } from "./business.ts";

const WRITERS = 16;
const PAUSE_MS = 20;
const PAGE = 100;

/** The name of a subject; null: there is none. */
type Name = string | null;

interface KnownSubject {
  /** What was acknowledged last. */
  readonly acknowledged: Name;
  /** What was asked for without an answer: it was done, or it was not. */
  readonly undecided?: { readonly name: Name };
}

/** Sixteen that create, rename and delete subjects at once, and know what was acknowledged. */
export interface Writers {
  /** They write until `stop`, or until a connection breaks for all of them. */
  begin(ask: Ask): void;
  /** Lets each end its request. */
  stop(): Promise<void>;
  acknowledged(): number;
  /** What was answered that was not done, with the milliseconds that it took; taken out. */
  takeRefused(): readonly (Answer & { readonly took: number })[];
  /**
   * Every acknowledged write is there, and of what got no answer all or nothing; the journal tells all of it, each change once, in
   * order and without a gap.
   */
  expectKept(ask: Ask): Promise<void>;
}

/** Whether the server says that it does not know whether it was done. */
export const isUnknown = ({ body }: Answer) => body.errorCode === "OUTCOME_UNKNOWN";

/** @param goesOn over a connection that breaks: with the next subject, after a pause */
export function makeWriters({ goesOn = false } = {}): Writers {
  const known = new Map<string, KnownSubject>();
  const undecidedNew = new Set<string>();
  const unchecked = new Set<string>();
  const refused: (Answer & { took: number })[] = [];
  let running: Promise<unknown> = Promise.resolve();
  let isGoing = false;
  let acknowledged = 0;
  let made = 0;
  let lastPosition = 0;

  /** Answers undefined where it was not done, or nobody knows. `decide`: it was done, was not, or got no answer. */
  async function change(
    asked: Promise<Answer>,
    decide: (isDone: boolean | undefined) => void,
  ): Promise<Answer | undefined> {
    const begun = performance.now();
    try {
      const answer = await asked;
      const isDone = answer.status < 300;
      decide(isUnknown(answer) ? undefined : isDone);
      if (isDone) {
        acknowledged += 1;
        return answer;
      }
      refused.push({ ...answer, took: performance.now() - begun });
    } catch {
      decide(undefined);
      if (!goesOn) isGoing = false;
    }
    await setTimeout(PAUSE_MS);
    return undefined;
  }

  async function create(ask: Ask, name: string): Promise<Answer["body"] | undefined> {
    undecidedNew.add(name);
    const answer = await change(ask("POST", "/rest/subjects", { name }), (isDone) => {
      if (isDone !== undefined) undecidedNew.delete(name);
    });
    if (answer === undefined) return undefined;
    const id = String(answer.body._id);
    known.set(id, { acknowledged: name });
    unchecked.add(id);
    return answer.body;
  }

  function changeTo(id: string, name: Name, asked: Promise<Answer>): Promise<Answer | undefined> {
    const before = known.get(id)?.acknowledged ?? null;
    known.set(id, { acknowledged: before, undecided: { name } });
    return change(asked, (isDone) => {
      if (isDone !== undefined) known.set(id, { acknowledged: isDone ? name : before });
    });
  }

  async function write(writer: number, ask: Ask): Promise<void> {
    for (let turn = writer; isGoing; turn += 1) {
      made += 1;
      const name = `Subject ${made} of ${writer}.`;
      const subject = await create(ask, name);
      if (subject === undefined || !isGoing) continue;
      const id = String(subject._id);
      const path = `/rest/subjects/${id}`;
      const { updatedAt } = subject;
      const renamed = await changeTo(id, `${name}.`, ask("PUT", path, { name: `${name}.`, updatedAt }));
      if (renamed !== undefined && isGoing && turn % 3 === 0) await changeTo(id, null, ask("DELETE", path));
    }
  }

  async function expectSubjects(ask: Ask): Promise<void> {
    for (const id of unchecked) {
      const { acknowledged, undecided } = known.get(id) ?? { acknowledged: null };
      const { status, body } = await ask("GET", `/rest/subjects/${id}`);
      expect([200, 404]).toContain(status);
      const found = status === 200 ? String(body.name) : null;
      expect(undecided === undefined ? [acknowledged] : [acknowledged, undecided.name], id).toContain(found);
      known.set(id, { acknowledged: found });
    }
    unchecked.clear();
    for (const name of undecidedNew) {
      const query = new URLSearchParams({ page: "1", limit: "10", nameQuery: name });
      const { body } = await ask("GET", `/rest/subjects?${query}`);
      const found = (body.subjects as { _id: string; name: string }[]).filter((one) => one.name === name);
      expect(found.length, name).toBeLessThan(2);
      for (const { _id } of found) known.set(_id, { acknowledged: name });
    }
    undecidedNew.clear();
    const { body } = await ask("GET", "/rest/subjects?page=1&limit=1");
    expect(body.total).toBe([...known.values()].filter((one) => one.acknowledged !== null).length);
  }

  async function expectJournal(ask: Ask): Promise<void> {
    const entries: { position: number; kind: string; _id: string; version: number; title: string }[] = [];
    for (let before: unknown; ; ) {
      const { body } = await ask(
        "GET",
        `/journal?limit=${PAGE}${before === undefined ? "" : `&before=${before}`}`,
      );
      entries.push(...(body.entries as typeof entries));
      before = body.next;
      if (before === undefined || Number(before) <= lastPosition + 1) break;
    }
    const later = entries.filter(({ position }) => position > lastPosition).reverse();
    expect(later.map(({ position }) => position)).toEqual(later.map((_, n) => lastPosition + 1 + n));
    lastPosition = later.at(-1)?.position ?? lastPosition;
    const bySubject = new Map<string, typeof later>();
    for (const entry of later)
      if (known.has(entry._id)) bySubject.set(entry._id, [...(bySubject.get(entry._id) ?? []), entry]);
    for (const [id, changes] of bySubject) {
      const kinds = ["create", "update", "delete"].slice(0, changes.length);
      expect(
        changes.map(({ kind }) => kind),
        id,
      ).toEqual(kinds);
      // A deletion names the version that it deleted.
      expect(
        changes.map(({ version }) => version),
        id,
      ).toEqual([1, 2, 2].slice(0, kinds.length));
      expect(changes.length === 3, id).toBe(known.get(id)?.acknowledged === null);
    }
  }

  return {
    begin(ask) {
      isGoing = true;
      running = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, ask)));
    },
    async stop() {
      isGoing = false;
      await running;
    },
    acknowledged: () => acknowledged,
    takeRefused: () => refused.splice(0),
    async expectKept(ask) {
      await expectSubjects(ask);
      await expectJournal(ask);
    },
  };
}

import { expect } from "vitest";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import type { Entity } from "../../../src/model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../../src/model/record.ts";
import { foundPlugins } from "../../../src/node/found-plugins.ts";
import type { Route } from "../../../src/server/http/route.ts";
import { heldImage } from "../../../src/server/images/image-name.ts";
import { serverRoutes } from "../../../src/server/runtime/server-routes.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { CHANGES_PATHS } from "../../../src/wire/changes.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { idleParts } from "../idle-parts.ts";
import { makeValue, type ValueSource } from "./field-values.ts";
import type { Person } from "./oracle.ts";

export const SESSIONS = ["none", "unknown", "ended", "gone", "unapproved", "valid"] as const;
export type Session = (typeof SESSIONS)[number];

export interface Asking extends Person {
  readonly session: Session;
  readonly token: string | undefined;
}

/** A server on a config folder, with records that requests are made about. */
export type Business = Awaited<ReturnType<typeof openBusiness>>;

export async function openBusiness(folder: string) {
  const server = await buildServer({
    folder,
    registry: makeRegistry(await foundPlugins()).registry,
    writesOnce: true,
  });
  const { config, routes } = server.holder.current;
  const all: readonly Route[] = [
    ...serverRoutes({ ...idleParts(server), editing: undefined }),
    ...routes.routes,
  ];
  const counts = new Map<string, number>();
  const next = (kind = "") => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count;
  };
  const known = new Map<string, string>();
  const images: string[] = [];
  for (const nth of [0, 1]) images.push(await storeImage(server, nth));
  const source: ValueSource = {
    next,
    image: (nth) => ({ ...heldImage(images[nth] ?? "") }),
    record: (entity, nth) => known.get(`${entity} ${nth}`) ?? "",
  };
  const entityOf = (id: string): Entity => {
    const entity = config.entities.get(id);
    if (entity === undefined) throw new Error(`There is no entity ${id}.`);
    return entity;
  };

  /** Valid values of every stored field. */
  function values(id: string, own: RecordData = {}): { [field: string]: Json } {
    const made: { [field: string]: Json } = {};
    for (const field of entityOf(id).fields)
      if (field.schema.formOnly !== true) made[field.name] = makeValue(field, 0, source);
    return { ...made, ...COMPLETE[id], ...(own as { [field: string]: Json }) };
  }

  function insert(id: string, own: RecordData = {}): Promise<StoredRecord> {
    const record = values(id, own);
    const held = images.filter((name) => JSON.stringify(record).includes(name));
    return server.insert(id, record, held);
  }

  // What others refer to, in the order in which nothing is missing.
  const left = new Set(config.entities.keys());
  while (left.size > 0) {
    const before = left.size;
    for (const id of left) {
      const needed = [...config.entities.keys()].filter(
        (other) => left.has(other) && refersTo(entityOf(id), other),
      );
      if (needed.some((other) => other !== id)) continue;
      for (const nth of [0, 1]) {
        const parents = needed.includes(id) ? ownReferences(entityOf(id)) : {};
        known.set(`${id} ${nth}`, (await insert(id, parents))._id);
      }
      left.delete(id);
    }
    if (left.size === before)
      throw new Error("Entities that refer to each other: the matrix cannot make them yet.");
  }

  async function person(role: string, session: Session): Promise<Asking> {
    if (session === "none") return { role, session, account: {}, token: undefined };
    if (session === "unknown") return { role, session, account: {}, token: "x".repeat(43) };
    const { accounts } = config.app;
    const { _id, username, token } = await server.account({ role, approved: session !== "unapproved" });
    const account = { _id, [accounts.username]: username, [accounts.role]: role };
    if (session === "gone")
      await server.store.write((transaction) => transaction.delete(accounts.entity, _id));
    if (session === "ended") {
      const expiresAt = new Date(server.effects.now().getTime() - 1).toISOString();
      await server.store.write((transaction) => transaction.extendSession(hashToken(token), expiresAt));
    }
    return { role, session, account, token };
  }

  return {
    server,
    config,
    routes: all,
    roles: Object.keys(config.app.roles),
    entities: [...config.entities.values()],
    source,
    values,
    insert,
    person,
    call(asking: Asking, method: string, url: string, body?: unknown) {
      const { token } = asking;
      return server.call(method, url, {
        isEndless: `${method} ${url}` === `GET ${CHANGES_PATHS.changes}`,
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
      });
    },
    /** Everything that is stored of an entity. */
    rows: (id: string) => server.store.read((view) => view.walk(id, undefined, 10_000)),
    async close() {
      expect(server.log).toEqual([]);
      await server.close();
    },
  };
}

/** What goes together, so that a record is valid with every field filled in. */
const COMPLETE: Readonly<Record<string, { readonly [field: string]: Json }>> = {
  loans: { returnedOn: null, renewals: 4 },
};

function refersTo({ fields }: Entity, other: string): boolean {
  return JSON.stringify(fields).includes(`"reference":{"entity":"${other}"`);
}

function ownReferences({ id, fields }: Entity): RecordData {
  return Object.fromEntries(
    fields.filter(({ reference }) => reference?.entity === id).map(({ name }) => [name, null]),
  );
}

async function storeImage(server: TestServer, nth: number): Promise<string> {
  const fileName = `${String(nth).padStart(43, "0")}.png`;
  const createdAt = server.effects.now().toISOString();
  await server.store.write((transaction) =>
    transaction.addImage(
      {
        fileName,
        type: "image/png",
        createdAt,
        expiresAt: "2999-01-01T00:00:00.000Z",
        deletionAsked: false,
        uploadedBy: null,
      },
      Uint8Array.of(1, nth),
      { bytes: Uint8Array.of(2, nth), type: "image/webp" },
    ),
  );
  return fileName;
}

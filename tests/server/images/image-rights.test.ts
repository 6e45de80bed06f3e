import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import type { AppConfig } from "../../../src/model/app-config.ts";
import type { Entity, Field } from "../../../src/model/entity.ts";
import { foundPlugins } from "../../../src/node/found-plugins.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { type Connection, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import type { CallAnswer } from "../call-answer.ts";
import { editedLibrary } from "../config/edited-library.ts";
import { plain } from "./pictures.ts";
import { send, UPLOAD } from "./upload.ts";

// A test makes hundreds of writes, each safe on the disk before its answer.
vi.setConfig({ testTimeout: 60_000 });

/**
 * The permission matrix over images: every role × session × what becomes of the image × route, on the answer and on the
 * store after it. What should be is worked out here, from the config's roles alone.
 */
const SESSIONS = ["none", "unknown", "ended", "gone", "unapproved", "valid"] as const;
type Session = (typeof SESSIONS)[number];

/** No config has it: accounts of a role that was taken out. */
const FORMER_ROLE = "formerRole";

interface Business {
  readonly server: TestServer;
  readonly app: AppConfig;
  /** Entities whose records show images. */
  readonly pictured: readonly Entity[];
  /** Looks into the file past the store. */
  readonly file: Connection;
  close(): Promise<void>;
}

interface Person {
  readonly _id: string | undefined;
  readonly role: string;
  readonly session: Session;
  readonly token: string | undefined;
}

/** A record that uses an image. */
interface User {
  readonly entity: Entity | "left the config";
  readonly isProtected?: boolean;
  /** Of an account. */
  readonly role?: string;
}

interface Image {
  readonly state: string;
  readonly uploadedBy: "oneself" | "another" | "nobody";
  readonly users: readonly User[];
  /** Undefined: stored under a name of its own. */
  readonly fileName?: string;
}

async function openShop(): Promise<Business> {
  const registry = makeRegistry(await foundPlugins()).registry;
  return open(await buildServer({ folder: "config", registry }));
}

/**
 * The library, whose members have portraits too: accounts that use images. A clerk looks after members, but holds nothing else: not
 * after those whose role holds more.
 */
async function openLibrary(): Promise<Business> {
  const registry = makeRegistry(await foundPlugins()).registry;
  const library = editedLibrary();
  library.edit("entities/members.json", (json) => {
    json.schema.properties.portrait = { type: "object", title: "Portrait", image: true };
  });
  library.edit("app.json", (json) => {
    json.roles.clerk = { label: { en: "Clerk" }, permissions: ["staffing"] };
  });
  const business = await open(await buildServer({ folder: library.config, registry }));
  return {
    ...business,
    async close() {
      await business.close();
      library.remove();
    },
  };
}

async function open(server: TestServer): Promise<Business> {
  const { config } = server.holder.current;
  const file = openConnection(server.storeFile);
  const shows = ({ schema, items, fields = [] }: Field): boolean =>
    schema.image === true || schema.format === "html" || (items && shows(items)) || fields.some(shows);
  return {
    server,
    app: config.app,
    pictured: [...config.entities.values()].filter(({ fields }) => fields.some(shows)),
    file,
    async close() {
      expect(server.log).toEqual([]);
      file.close();
      await server.close();
    },
  };
}

async function makePerson({ server, app }: Business, role: string, session: Session): Promise<Person> {
  if (session === "none") return { _id: undefined, role, session, token: undefined };
  if (session === "unknown") return { _id: undefined, role, session, token: "x".repeat(43) };
  const { _id, token } = await server.account({ role, approved: session !== "unapproved" });
  if (session === "gone")
    await server.store.write((transaction) => transaction.delete(app.accounts.entity, _id));
  if (session === "ended") {
    const expiresAt = new Date(server.effects.now().getTime() - 1).toISOString();
    await server.store.write((transaction) => transaction.extendSession(hashToken(token), expiresAt));
  }
  return { _id, role, session, token };
}

/** Everything that can become of an image in this business. */
function imagesOf({ pictured, app }: Business): readonly Image[] {
  const unused = (["oneself", "another", "nobody"] as const).map((uploadedBy) => ({
    state: `unused, uploaded by ${uploadedBy}`,
    uploadedBy,
    users: [],
  }));
  const plainUsers = pictured.flatMap((entity): User[] =>
    entity.id === app.accounts.entity
      ? Object.keys(app.roles).map((role) => ({ entity, role }))
      : [{ entity }],
  );
  const users: User[] = [
    ...plainUsers,
    ...plainUsers.map((user) => ({ ...user, isProtected: true })),
    { entity: "left the config" },
  ];
  const pairs = users.flatMap((one, at) => users.slice(at + 1).map((other) => [one, other]));
  const single = users.flatMap((user) =>
    (["oneself", "another"] as const).map((uploadedBy) => ({
      state: `uploaded by ${uploadedBy}, used by ${nameOf(user)}`,
      uploadedBy,
      users: [user],
    })),
  );
  const both = pairs.map((pair) => ({
    state: `used by ${pair.map(nameOf).join(" and ")}`,
    uploadedBy: "oneself" as const,
    users: pair,
  }));
  const unknown = [`${"y".repeat(43)}.png`, "no-such-file.png", "..%2fstore.db"].map(
    (fileName): Image => ({ state: `unknown: ${fileName}`, uploadedBy: "nobody", users: [], fileName }),
  );
  return [...unused, ...single, ...unknown, ...both];
}

function nameOf({ entity, isProtected = false, role }: User): string {
  const kind = typeof entity === "string" ? `a record whose entity ${entity}` : entity.id;
  return [isProtected && "protected", kind, role].filter(Boolean).join(" ");
}

let made = 0;

/** Stores the image with the records that use it; its file name. */
async function makeImage({ server, app, file }: Business, person: Person, image: Image): Promise<string> {
  if (image.fileName !== undefined) return image.fileName;
  made += 1;
  const fileName = `${String(made).padStart(43, "0")}.png`;
  const uploaders = { oneself: person._id ?? "somebody", another: "somebody else", nobody: null };
  const createdAt = server.effects.now().toISOString();
  const uploadedBy = uploaders[image.uploadedBy];
  await server.store.write((transaction) =>
    transaction.addImage(
      {
        fileName,
        type: "image/png",
        createdAt,
        expiresAt: "2999-01-01T00:00:00.000Z",
        deletionAsked: false,
        uploadedBy,
      },
      Uint8Array.of(1, made % 256),
      { bytes: Uint8Array.of(2, made % 256), type: "image/webp" },
    ),
  );
  for (const { entity, isProtected = false, role = "" } of image.users) {
    if (typeof entity === "string")
      file.runText("insert into image_uses (from_table, from_id, file_name) values ('former', 'r1', ?)", [
        fileName,
      ]);
    else {
      const account = {
        [app.accounts.username]: `user-${server.effects.newId()}`,
        [app.accounts.role]: role,
      };
      const values = entity.id === app.accounts.entity ? account : {};
      await server.insert(entity.id, { ...values, isProtected }, [fileName]);
    }
  }
  return fileName;
}

const TABLES = ["images", "image_bytes", "image_uses"] as const;

/** All that is stored of images, a line for each row. */
function storedImages({ file }: Business): ReadonlyMap<string, string> {
  const columns = {
    images: "file_name, type, created_at, expires_at, deletion_asked, uploaded_by",
    image_bytes: "file_name, size, type, hex(bytes)",
    image_uses: "file_name, from_table, from_id",
  };
  const keys = { images: 1, image_bytes: 2, image_uses: 3 };
  return new Map(
    TABLES.flatMap((table) =>
      file
        .rows(`select ${columns[table]} from ${table}`, [])
        .map(
          (row) =>
            [[table, ...row.slice(0, keys[table])].join(" "), row.slice(keys[table]).join(" ")] as const,
        ),
    ),
  );
}

/** Each image is looked at in a store without others: thousands of them are not compared thousands of times. */
function forgetImages({ file }: Business): void {
  file.exec(`begin immediate; ${TABLES.map((table) => `delete from ${table};`).join(" ")} commit;`);
}

/** What is another than before: rows that went, came, or changed. */
function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const gone = [...before.keys()].filter((key) => !after.has(key)).map((key) => `gone: ${key}`);
  const other = [...after].flatMap(([key, row]) => {
    const was = before.get(key);
    return was === undefined ? [`came: ${key}`] : was === row ? [] : [`${key}: ${was} → ${row}`];
  });
  return [...gone, ...other].sort();
}

/** Whether the role may do the first half of it all: reach the route. */
function maySend({ app, pictured }: Business, { role, session }: Person): number | undefined {
  if (["none", "unknown", "ended", "gone"].includes(session)) return 401;
  const held = session === "unapproved" ? [] : (app.roles[role]?.permissions ?? []);
  return pictured.some(({ permission }) => held.includes(permission)) ? undefined : 403;
}

function mayEdit({ app }: Business, person: Person, { entity, role = "" }: User): boolean {
  const mine = app.roles[person.role];
  if (mine === undefined || typeof entity === "string" || !mine.permissions.includes(entity.permission))
    return false;
  if (entity.id !== app.accounts.entity) return true;
  const theirs = app.roles[role];
  if (theirs?.hidden === true && mine.hidden !== true) return false;
  return theirs?.permissions.every((one) => mine.permissions.includes(one)) === true;
}

interface Outcome {
  readonly status: number;
  readonly errorCode?: string;
  readonly changes: readonly string[];
}

function expectedDeletion(business: Business, person: Person, image: Image, name: string): Outcome {
  const status = maySend(business, person);
  const refused = (errorCode: string) => ({ status: 403, errorCode, changes: [] });
  if (status === 401) return { status, errorCode: "UNAUTHENTICATED", changes: [] };
  if (status === 403) return refused("FORBIDDEN");
  if (image.fileName !== undefined) return { status: 200, changes: [] };
  if (image.users.length === 0) {
    if (image.uploadedBy === "another") return refused("FORBIDDEN");
    const rows = [`image_bytes ${name} full`, `image_bytes ${name} small`, `images ${name}`];
    return { status: 200, changes: rows.map((row) => `gone: ${row}`) };
  }
  if (!image.users.every((user) => mayEdit(business, person, user))) return refused("FORBIDDEN");
  if (image.users.some(({ isProtected }) => isProtected === true)) return refused("PROTECTED");
  return { status: 200, changes: ["marked"] };
}

function outcomeOf(
  { status, error }: CallAnswer | { status: number; error?: undefined },
  seen: readonly string[],
): Outcome {
  return { status, ...(status < 400 ? {} : { errorCode: error?.errorCode ?? "" }), changes: seen };
}

async function deletion(
  business: Business,
  person: Person,
  name: string,
): Promise<Outcome & { said?: string }> {
  const before = storedImages(business);
  const options = person.token === undefined ? {} : { token: person.token };
  const answer = await business.server.call("DELETE", `${UPLOAD}/${name}`, options);
  const seen = changes(before, storedImages(business));
  const marked = new RegExp(`^images ${name}: (.*) 0 (.*) → \\1 1 \\2$`);
  const short = seen.map((change) => (marked.test(change) ? "marked" : change));
  const outcome =
    answer.status < 400 ? outcomeOf({ status: answer.status }, short) : outcomeOf(answer, short);
  return answer.status < 400 ? outcome : { ...outcome, said: answer.error.message };
}

describe.each([
  ["the shop", openShop, ["contentManager", "marketingManager", "systemAdmin", "superAdmin"]],
  ["the library", openLibrary, ["stocker", "lender", "keeper", "clerk", "director", "shelver", "reader"]],
] as const)("%s", (_name, openBusiness, roles) => {
  let business: Business;
  beforeAll(async () => {
    business = await openBusiness();
  });
  afterAll(() => business.close());

  it("is asked with every role that it has", () => {
    expect(Object.keys(business.app.roles).sort()).toEqual([...roles].sort());
    expect(business.pictured.length).toBeGreaterThan(1);
  });

  const people = [...roles, FORMER_ROLE].flatMap((role) =>
    SESSIONS.map((session) => [role, session] as const),
  );

  it.each(people)(
    "%s, session %s: deletes what it may edit, and leaves everything else as it was",
    async (role, session) => {
      const person = await makePerson(business, role, session);
      const sentences = new Set<string>();
      const expected: Record<string, Outcome> = {};
      const found: Record<string, Outcome> = {};
      // Two records at once are of interest to who may reach the route.
      const most = session === "valid" ? 2 : 1;
      for (const image of imagesOf(business).filter(({ users }) => users.length <= most)) {
        forgetImages(business);
        const name = await makeImage(business, person, image);
        const { said, ...outcome } = await deletion(business, person, name);
        expected[image.state] = expectedDeletion(business, person, image, name);
        found[image.state] = outcome;
        if (outcome.errorCode === "FORBIDDEN" && said !== undefined) sentences.add(said);
      }
      expect(found).toEqual(expected);
      // One sentence for all, whatever is in the way.
      expect(sentences.size).toBeLessThanOrEqual(1);
    },
  );

  it.each(people)(
    "%s, session %s: uploads under its own name, where it may edit records with images",
    async (role, session) => {
      const person = await makePerson(business, role, session);
      const before = storedImages(business);
      const answer = await send(business.server, person.token, [{ bytes: await plain("png") }]);
      const after = storedImages(business);
      const status = maySend(business, person);
      expect(answer.status).toBe(status ?? 201);
      if (status !== undefined) return expect(changes(before, after)).toEqual([]);
      const name = answer.body[0]?.fileName ?? "";
      const rows = [`image_bytes ${name} full`, `image_bytes ${name} small`, `images ${name}`];
      expect(changes(before, after)).toEqual(rows.map((row) => `came: ${row}`));
      expect(after.get(`images ${name}`)).toMatch(new RegExp(` 0 ${person._id}$`));
    },
  );

  it.each(people.filter(([, session]) => ["none", "ended", "valid"].includes(session)))(
    "%s, session %s: everyone reads an image that is there, whole and small",
    async (role, session) => {
      const person = await makePerson(business, role, session);
      const options = person.token === undefined ? {} : { token: person.token };
      for (const image of imagesOf(business).filter(({ users }) => users.length < 2)) {
        forgetImages(business);
        const name = await makeImage(business, person, image);
        const before = storedImages(business);
        for (const size of ["", "small/"]) {
          const { status, text } = await business.server.call("GET", `/api/images/${size}${name}`, options);
          expect([image.state, size, status]).toEqual([
            image.state,
            size,
            image.fileName === undefined ? 200 : 404,
          ]);
          if (status === 200) expect(text.charCodeAt(0)).toBe(size === "" ? 1 : 2);
        }
        expect(changes(before, storedImages(business))).toEqual([]);
      }
    },
  );
});

import { describe, expect, it } from "vitest";
import type { ConfigFile, ConfigFiles } from "../../../../src/wire/config-editing.ts";
import { type EditingServer, newShelves, openForEach } from "./open-editing.ts";
import { everyFile, otherServer } from "./other-server.ts";

let editing: EditingServer;

openForEach((opened) => {
  editing = opened;
});

const BOOKS = "entities/books.json";
const LISTS = "entities/reading-lists.json";

const withTitle = (title: string) =>
  editing.textWith(BOOKS, (json) => {
    json.list.title = title;
  });

const servedTitle = () => editing.server.holder.current.config.entities.get("books")?.list.title;

const headers = (token = editing.token) => ({ authorization: `Bearer ${token}` });

function fileIn(body: ConfigFiles, path: string): ConfigFile | undefined {
  return body.files.find((file) => file.path === path);
}

describe("a save", () => {
  it("is on disk as it was typed, served at once, told to the operator, and answers the files as they are now", async () => {
    const text = `${withTitle("Volumes").replaceAll("\n", "\r\n")}\n\n`;
    const before = everyFile(editing);
    const { status, body } = await editing.save({ [BOOKS]: text });
    expect(status).toBe(200);
    expect(editing.onDisk(BOOKS)).toBe(text);
    expect(everyFile(editing)).toEqual(before);
    expect(servedTitle()).toBe("Volumes");
    expect(fileIn(body, BOOKS)).toEqual({
      path: BOOKS,
      label: "book",
      state: "served",
      problems: [],
      version: await editing.version(BOOKS),
      before: { savedAt: expect.stringMatching(/^\d{4}-.*Z$/), savedBy: "the-director" },
    });
    expect(editing.server.log).toContain(`config: "the-director" saved ${BOOKS}`);
  });

  it("of several files is one: a new entity with its place in the menu", async () => {
    const { "app.json": app, ...shelves } = newShelves(editing);
    const alone = await editing.save({ "app.json": app });
    expect([alone.status, alone.error.errorCode]).toEqual([400, "VALIDATION_ERROR"]);
    const { status, body } = await editing.save({ "app.json": app, ...shelves });
    expect(status).toBe(200);
    const stocker = await editing.server.as("stocker");
    expect((await editing.server.call("GET", "/api/rest/shelves", { token: stocker })).body).toEqual({
      shelves: [],
      total: 0,
    });
    expect(fileIn(body, "entities/shelves.json")).toMatchObject({ label: "shelf", state: "served" });

    const gone = await editing.save({ "entities/shelves.json": null });
    expect([gone.status, gone.problems[0]?.code]).toEqual([400, "UNKNOWN_ENTITY"]);
  });

  it("of what is on disk already changes nothing, not even what a return brings back", async () => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const lines = editing.server.log.length;
    const { status, body } = await editing.save({ [BOOKS]: withTitle("Volumes") });
    expect(status).toBe(200);
    expect(editing.server.log.length).toBe(lines);
    expect(fileIn(body, BOOKS)?.before).toBeDefined();
    await editing.back(BOOKS);
    expect(servedTitle()).toBe("Books");
  });
});

describe("what was changed meanwhile is never overwritten", () => {
  const put = (files: unknown) =>
    editing.server.call("PUT", "/api/config/files", { token: editing.token, body: { files } });

  it("nothing is saved where one of the files is no longer what was read; the file is named", async () => {
    const [books, lists] = [await editing.version(BOOKS), await editing.version(LISTS)];
    const mine = withTitle("Mine");
    editing.library.edit(LISTS, (json) => {
      json.list.title = "By hand";
    });
    const { status, error } = await put({
      [BOOKS]: { text: mine, version: books },
      [LISTS]: { text: "{}", version: lists },
    });
    expect([status, error.errorCode]).toEqual([409, "STALE"]);
    expect(error.message).toContain(LISTS);
    expect(editing.onDisk(BOOKS)).not.toBe(mine);
    expect(editing.onDisk(LISTS)).toContain("By hand");
  });

  it("no version means that there is no such file yet; a version, that there is", async () => {
    for (const [path, version] of [
      [BOOKS, null],
      ["entities/shelves.json", "0".repeat(32)],
      [BOOKS, "0".repeat(32)],
      [BOOKS, ""],
    ]) {
      const { status, error } = await put({ [String(path)]: { text: withTitle("X"), version } });
      expect([path, status, error.errorCode]).toEqual([path, 409, "STALE"]);
    }
  });

  it("of two saves of one version at once, one wins", async () => {
    const version = await editing.version(BOOKS);
    const titles = ["First", "Second", "Third"];
    const answers = await Promise.all(
      titles.map((title) => put({ [BOOKS]: { text: withTitle(title), version } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = titles[answers.findIndex(({ status }) => status === 200)];
    expect(editing.onDisk(BOOKS)).toBe(withTitle(winner ?? ""));
    expect(servedTitle()).toBe(winner);
  });

  it("an edit on disk while the save is being checked is kept, and so is what a return brings back", async () => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const [mine, byHand] = [withTitle("Mine"), withTitle("By hand")];
    let reads = 0;
    const app = otherServer(editing, {
      read: async (read) => {
        reads += 1;
        // the first look is at what is to be saved over, the last comes just before it is written
        if (reads === 2) editing.library.edit(BOOKS, byHand);
        return read();
      },
    });
    const files = { [BOOKS]: { text: mine, version: await editing.version(BOOKS) } };
    const { statusCode } = await app.inject({
      method: "PUT",
      url: "/api/config/files",
      headers: headers(),
      payload: { files },
    });
    expect([statusCode, reads]).toEqual([409, 2]);
    expect(editing.onDisk(BOOKS)).toBe(byHand);
    await app.close();
    await editing.back(BOOKS);
    expect(editing.onDisk(BOOKS)).toContain('"title": "Books"');
  });
});

describe("a save that would leave problems is refused with them", () => {
  it("of its own files", async () => {
    const before = editing.onDisk(BOOKS);
    const { status, error, problems } = await editing.save({
      [BOOKS]: editing.textWith(BOOKS, (json) => {
        json.list.columns[0].field = "titel";
        json.permission = "stok";
      }),
    });
    expect([status, error.errorCode, error.message]).toEqual([
      400,
      "VALIDATION_ERROR",
      "Nothing was saved: there would be problems",
    ]);
    expect(problems.map(({ code, file }) => [code, file])).toEqual(
      expect.arrayContaining([
        ["UNKNOWN_PERMISSION", BOOKS],
        ["UNKNOWN_FIELD", BOOKS],
      ]),
    );
    expect(editing.onDisk(BOOKS)).toBe(before);
    expect(servedTitle()).toBe("Books");
  });

  it("that it brings to others", async () => {
    const { status, problems } = await editing.save({
      "entities/subjects.json": editing.textWith("entities/subjects.json", (json) => {
        json.schema.properties.label = json.schema.properties.name;
        delete json.schema.properties.name;
        json.labelField = "label";
        json.list.columns = [{ field: "label" }];
        json.list.search = { field: "label" };
        json.list.deleteConfirm = "Delete?";
      }),
    });
    expect(status).toBe(400);
    expect(problems.map(({ file }) => file)).toContain(BOOKS);
  });

  it("with what the store has, too: stored values that could not become of another kind", async () => {
    await editing.server.insert("books", { title: "One", year: 1990, summary: "not a number" });
    const { status, error } = await editing.save({
      [BOOKS]: editing.textWith(BOOKS, (json) => {
        json.schema.properties.summary = { type: "number", title: "Summary" };
      }),
    });
    expect(status).toBe(400);
    expect(error.problems).toContainEqual(
      expect.objectContaining({ code: "STORED_VALUES", found: "1 stored record", file: BOOKS }),
    );
    expect(editing.onDisk(BOOKS)).toContain("textarea");
  });

  it("but problems that other files have already stand in nobody's way, and it may mend them", async () => {
    editing.library.edit(LISTS, "{ broken");
    await editing.server.config?.follow();
    const saved = await editing.save({ [BOOKS]: withTitle("Volumes") });
    expect(saved.status).toBe(200);
    expect(servedTitle()).toBe("Volumes");
    expect(fileIn(saved.body, LISTS)?.state).toBe("heldBack");
    const still = await editing.save({ [LISTS]: "{ still broken" });
    expect(still.status).toBe(400);
    expect(editing.onDisk(LISTS)).toBe("{ broken");
    editing.library.edit(LISTS, "{ broken once more");
    const mended = await editing.save({
      [LISTS]: JSON.stringify(editing.server.holder.current.config.entities.get("reading-lists")?.source),
    });
    expect(mended.status).toBe(200);
    expect(fileIn(mended.body, LISTS)).toMatchObject({ state: "served", problems: [] });
  });
});

describe("problems that the edit does not make stand in nobody's way", () => {
  const follow = async () => editing.server.config?.follow();
  const brought = async (files: Readonly<Record<string, string | null>>) =>
    (await editing.draft(files)).body.brought.map(({ code, file }) => [code, file]);

  it("that an unreadable file hid, when that one is corrected", async () => {
    const app = editing.onDisk("app.json") ?? "";
    editing.library.edit("app.json", "{ broken");
    editing.library.edit(LISTS, (json) => {
      json.permission = "stok";
    });
    await follow();
    const files = { "app.json": app.replace("Lending Library", "Renamed") };
    const { body } = await editing.draft(files);
    expect(body.problems.map(({ code, file }) => [code, file])).toEqual([["UNKNOWN_PERMISSION", LISTS]]);
    expect(body.brought).toEqual([]);
    const { status } = await editing.save(files);
    expect(status).toBe(200);
    expect(editing.server.holder.current.config.app.title).toBe("Renamed");
    // but one that the new text makes there does
    const without = editing.textWith("app.json", (json) => {
      json.permissions = json.permissions.filter((one: string) => one !== "lending");
    });
    expect((await brought({ "app.json": without })).map(([, file]) => file)).toContain("entities/loans.json");
    expect((await editing.save({ "app.json": without })).status).toBe(400);
  });

  it("that another program has just written, and the server has not read yet", async () => {
    editing.library.edit(LISTS, "{ broken");
    expect(await brought({ [BOOKS]: withTitle("Volumes") })).toEqual([]);
  });

  it("that stored values have with another file, however many there are by now", async () => {
    const insert = (title: string) =>
      editing.server.insert("books", { title, year: 1990, summary: "not a number" });
    await insert("Counted one");
    editing.library.edit(BOOKS, (json) => {
      json.schema.properties.summary = { type: "number", title: "Summary" };
    });
    await follow();
    const codes = () => editing.server.holder.current.problems.map(({ code }) => code);
    expect(codes()).toContain("STORED_VALUES");
    await insert("Counted two");
    const lists = editing.textWith(LISTS, (json) => {
      json.list.title = "Lists";
    });
    expect((await editing.save({ [LISTS]: lists })).status).toBe(200);
  });

  it("though the edit needs them corrected: it is saved, and served from then on", async () => {
    const SUBJECTS = "entities/subjects.json";
    // the field that the edit refers to is there on disk, but beside a mistake, so that it is not served
    editing.library.edit(SUBJECTS, (json) => {
      json.schema.properties.place = { type: "string", title: "Place" };
      json.permission = "stok";
    });
    await follow();
    const files = {
      [BOOKS]: editing.textWith(BOOKS, (json) => {
        json.schema.properties.subject.reference.fields = ["place"];
        json.list.columns[1].field = "subject.place";
      }),
    };
    const { body } = await editing.draft(files);
    expect([body.brought, body.token, body.changes]).toEqual([[], null, []]);
    const { status, body: after } = await editing.save(files);
    expect([status, fileIn(after, BOOKS)?.state]).toEqual([200, "heldBack"]);
    expect(editing.onDisk(BOOKS)).toBe(files[BOOKS]);
    const read = () =>
      editing.server.holder.current.config.entities.get("books")?.source.schema.properties.subject?.reference
        ?.fields;
    expect(read()).toBeUndefined();
    const mended = editing.textWith(SUBJECTS, (json) => {
      json.permission = "stock";
    });
    expect((await editing.save({ [SUBJECTS]: mended })).status).toBe(200);
    expect(read()).toEqual(["place"]);
  });
});

it("a save that is written and served, but whose answer fails, is not done a second time", async () => {
  const log: string[] = [];
  let writes = 0;
  const app = otherServer(editing, {
    log,
    isWritable: () => Promise.reject(new Error("gone for a moment")),
    write(write) {
      writes += 1;
      return write();
    },
  });
  const files = { [BOOKS]: { text: withTitle("Volumes"), version: await editing.version(BOOKS) } };
  const saved = await app.inject({
    method: "PUT",
    url: "/api/config/files",
    headers: headers(),
    payload: { files },
  });
  // trying it again would say that someone else changed the file
  expect([saved.statusCode, saved.json().errorCode, writes]).toEqual([500, "INTERNAL", 1]);
  expect(log).toContainEqual(expect.stringContaining("gone for a moment"));
  expect(servedTitle()).toBe("Volumes");
  await app.close();
});

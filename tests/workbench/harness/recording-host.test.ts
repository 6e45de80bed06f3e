import { describe, expect, it, vi } from "vitest";
import { FieldFailure } from "../../../src/plugin/host.ts";
import {
  type HostCall,
  type HostOptions,
  makeAnsweringHost,
} from "../../../src/workbench/harness/recording-host.ts";

const AUTHORS = [
  { _id: "1", name: "Ann", born: 1900, secret: true },
  { _id: "2", name: "Bo", born: 1950, secret: true },
];
const REFERENCE = { entity: "authors", label: "name", fields: ["born"] };

/** A host in a form that has a record and takes work. */
function makeHost(options: HostOptions = {}, field = {}) {
  const held: unknown[] = [];
  const host = makeAnsweringHost(options, {
    getRecord: () => ({ a: 1 }),
    subscribeRecord: () => () => {},
    holdUntilSave: (work) => held.push(work),
    onRestored: () => () => {},
    field: () => ({ label: "Field", ...field }),
  });
  return { host, held };
}

const png = (name: string) => new File(["x"], name, { type: "image/png" });
const signal = new AbortController().signal;
const upload = (host: ReturnType<typeof makeHost>["host"], files: readonly File[], own = signal) => {
  const shares: number[] = [];
  return host
    .upload(files, { signal: own, onProgress: (share) => shares.push(share) })
    .then((images) => ({ images, shares }));
};

describe("a host that records", () => {
  it("is of an example where nothing is said", () => {
    const { host } = makeHost();
    expect(host).toMatchObject({ entity: "things", language: "en", pageSize: 10, recordId: undefined });
    expect(host.timeStyle).toEqual({ dateLocale: "en", timeZone: "UTC" });
    const said = makeHost({ entity: "books", language: "nl", pageSize: 3, recordId: "b1" }).host;
    expect(said).toMatchObject({ entity: "books", language: "nl", pageSize: 3, recordId: "b1" });
    expect(said.timeStyle.dateLocale).toBe("nl");
  });

  it("knows all calls in their order, tells each, and all of one kind", async () => {
    const told: HostCall[] = [];
    const { host, held } = makeHost({ onAsked: (call) => told.push(call) });
    const question = { title: "Sure?", text: "", confirm: "Yes", cancel: "No" };
    const work = { standIn: null, prepare: async () => null };
    host.toast("warning", "Slow");
    expect(await host.confirm(question)).toBe(true);
    host.holdUntilSave(work);
    host.holdUntilSave(undefined);
    await host.removeUpload("a.png");
    expect(host.asked).toEqual([
      { what: "toast", kind: "warning", text: "Slow" },
      { what: "confirm", ...question },
      { what: "hold", work },
      { what: "let go" },
      { what: "removal", fileName: "a.png" },
    ]);
    expect([told, held]).toEqual([host.asked, [work, undefined]]);
    expect(host.all("removal")).toEqual([{ what: "removal", fileName: "a.png" }]);
  });

  it("agrees to questions unless it is told not to", async () => {
    const question = { title: "", text: "", confirm: "", cancel: "" };
    const { host } = makeHost({ agrees: false });
    expect(await host.confirm(question)).toBe(false);
    host.agree(true);
    expect(await host.confirm(question)).toBe(true);
  });

  it("uploads to addresses that are given, or lead nowhere, and says how far it is", async () => {
    const { host } = makeHost();
    const { images, shares } = await upload(host, [png("a.png"), new File(["x"], "b")]);
    expect(images.map(({ fileName, imgUrl }) => [fileName, imgUrl])).toEqual([
      ["upload-1.png", "/api/images/upload-1.png"],
      ["upload-2.bin", "/api/images/upload-2.bin"],
    ]);
    expect(shares).toEqual([0.5, 1]);
    expect(host.all("upload")[0]?.files).toEqual(["a.png", "b"]);
    const own = makeHost({ addressOf: ({ name }, fileName) => `blob:${name}/${fileName}` }).host;
    expect((await upload(own, [png("a.png")])).images[0]?.imgUrl).toBe("blob:a.png/upload-1.png");
  });

  it("answers what replaces its methods, and still records the calls", async () => {
    const { host } = makeHost({ own: { removeUpload: () => Promise.reject(new Error("own")) } });
    await expect(host.removeUpload("a.png")).rejects.toThrow("own");
    expect(host.all("removal")).toHaveLength(1);
  });
});

describe("a call to the server", () => {
  it("fails with a message, waits, and goes on as soon as it is to", async () => {
    const { host } = makeHost({ behaves: { removal: { fails: "No" }, upload: "waits" } });
    const failed = await host.removeUpload("a.png").catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FieldFailure);
    expect(failed).toMatchObject({ message: "No" });
    let done = 0;
    const both = [upload(host, [png("a.png")]), upload(host, [png("b.png")])];
    for (const one of both) void one.then(() => (done += 1));
    await new Promise(setImmediate);
    expect(done).toBe(0);
    host.behave("removal", "answers");
    host.behave("upload", "waits");
    await new Promise(setImmediate);
    expect(done).toBe(0);
    host.behave("upload", "answers");
    await Promise.all(both);
    await host.removeUpload("a.png");
    const late = makeHost({ behaves: { references: "waits" } }).host;
    const failing = late.getReference("authors", "1");
    late.behave("references", { fails: "Gone" });
    await expect(failing).rejects.toThrow("Gone");
  });

  it("ends when it is aborted, before and while it waits", async () => {
    const { host } = makeHost({ behaves: { upload: "waits" } });
    const own = new AbortController();
    const waiting = upload(host, [png("a.png")], own.signal);
    own.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    host.behave("upload", "answers");
    await expect(upload(host, [png("a.png")], own.signal)).rejects.toMatchObject({ name: "AbortError" });
  });

  it("aborted between two files has no more of them", async () => {
    const { host } = makeHost();
    const own = new AbortController();
    const onProgress = vi.fn(() => own.abort());
    const both = host.upload([png("a.png"), png("b.png")], { signal: own.signal, onProgress });
    await expect(both).rejects.toMatchObject({ name: "AbortError" });
    expect(onProgress).toHaveBeenCalledTimes(1);
  });
});

describe("references", () => {
  it("are of entities that were given, with what the field may read, of all its parts together", async () => {
    const field = {
      reference: REFERENCE,
      items: { type: "string", reference: { entity: "authors", label: "title" } },
    };
    const { host } = makeHost({ references: { authors: AUTHORS }, pageSize: 1 }, field);
    const page = await host.listReferences({ entity: "authors", page: 2 });
    expect(page.total).toBe(2);
    expect(page.records).toEqual([
      expect.objectContaining({ _id: "2", name: "Bo", born: 1950, title: null }),
    ]);
    expect(page.records[0]).not.toHaveProperty("secret");
    expect(await host.getReference("authors", "1")).toMatchObject({ name: "Ann" });
    expect(await host.getReference("authors", "3")).toBeUndefined();
    expect(await host.getReference("others", "1")).toBeUndefined();
    expect((await host.listReferences({ entity: "toString", page: 1 })).records).toEqual([]);
    expect(host.all("reference").map(({ id, entity }) => [entity, id])).toEqual([
      ["authors", "1"],
      ["authors", "3"],
      ["others", "1"],
    ]);
  });

  it("without a label are named by their name, and fields of parts are read too", async () => {
    const field = { properties: { by: { type: "string", reference: { entity: "authors" } } } };
    const { host } = makeHost({ references: { authors: AUTHORS } }, field);
    const found = await host.getReference("authors", "1");
    expect(found).toHaveProperty("name", "Ann");
    expect(found).not.toHaveProperty("born");
  });
});

describe("messages", () => {
  const manifest = {
    name: "note",
    messages: { greet: { description: "", text: { en: "Hello {who}", nl: "Dag {who}" } } },
  };

  it("are filled in, also with the field's label; what is missing is told once", () => {
    const { host } = makeHost({ manifest, messages: { own: "{label}: {count}" } });
    expect(host.message("greet", { who: "Ann" })).toBe("Hello Ann");
    expect(host.message("own", { count: 3 })).toBe("Field: 3");
    expect(host.message("own", { count: 3, label: "Other" })).toBe("Other: 3");
    expect(host.asked).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      expect(host.message("greet")).toBe("Hello {who}");
      expect(host.message("nothing")).toBe("nothing");
    }
    expect(host.asked).toEqual([
      { what: "unfilled sentence", key: "greet", text: "Hello {who}" },
      { what: "unknown sentence", key: "nothing" },
    ]);
  });

  it("of the product that nobody gave are their key and values, which is no mistake of the plugin", () => {
    const { host } = makeHost({ manifest });
    expect(host.message("form.save")).toBe("form.save");
    expect(host.message("picker.clear", { label: "A" })).toBe('picker.clear {"label":"A"}');
    expect(host.asked).toEqual([]);
  });
});

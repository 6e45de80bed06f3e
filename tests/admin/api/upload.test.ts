import { describe, expect, it, vi } from "vitest";
import { isAbort } from "../../../src/admin/api/failure.ts";
import { removeImage, uploadImages } from "../../../src/admin/api/records.ts";
import { LANGUAGE_HEADER } from "../../../src/wire/language.ts";
import { failureOf, setUp, USER } from "./set-up-client.ts";

describe("uploads", () => {
  const file = new File(["x"], "gull.png", { type: "image/png" });
  const IMAGE = { fileName: "f", imgUrl: "/api/images/f", expiresAt: null };

  it("posts multipart field files with the token, and counts", async () => {
    const { client, session, uploads } = setUp();
    session.set({ token: "t", user: USER });
    const shares: number[] = [];
    const images = uploadImages(client, [file, file], { onProgress: (share) => shares.push(share) });
    const [upload] = uploads;
    expect(upload?.address).toBe("POST /api/upload/images");
    expect(upload?.headers.get("Authorization")).toBe("Bearer t");
    expect(upload?.sent?.getAll("files")).toHaveLength(2);
    upload?.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    // Nothing is known of these.
    upload?.upload.onprogress?.({ lengthComputable: false, loaded: 1, total: 4 });
    upload?.upload.onprogress?.({ lengthComputable: true, loaded: 0, total: 0 });
    upload?.answer(201, [IMAGE]);
    expect(await images).toEqual([IMAGE]);
    expect(shares).toEqual([0.25, 1]);
  });

  it("reads the list under data of other servers too", async () => {
    const { client, uploads } = setUp();
    const images = uploadImages(client, [file]);
    uploads[0]?.answer(200, { data: [IMAGE] });
    expect(await images).toEqual([IMAGE]);
  });

  it("says what the server says, and that it cannot be reached", async () => {
    const { client, uploads } = setUp();
    const refused = failureOf(uploadImages(client, [file]));
    uploads[0]?.answer(413, { message: "Too large" });
    expect((await refused).message).toBe("Too large");
    const dropped = failureOf(uploadImages(client, [file]));
    uploads[1]?.onerror();
    expect((await dropped).kind).toBe("unreachable");
  });

  it("ends the session on a 401 like any call", async () => {
    const { client, session, uploads, expired } = setUp();
    session.set({ token: "t", user: USER });
    const refused = failureOf(uploadImages(client, [file]));
    uploads[0]?.answer(401, {});
    await refused;
    expect(expired()).toBe(1);
    expect(session.get()).toBeUndefined();
  });

  it("begins anew where the account has logged in again", async () => {
    const { client, session, uploads } = setUp(undefined, async () => {
      session.set({ token: "new", user: USER });
      return true;
    });
    session.set({ token: "old", user: USER });
    const shares: number[] = [];
    const images = uploadImages(client, [file], { onProgress: (share) => shares.push(share) });
    uploads[0]?.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 1 });
    uploads[0]?.answer(401, {});
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers.get("Authorization")).toBe("Bearer new");
    expect(uploads[1]?.sent?.getAll("files")).toHaveLength(1);
    uploads[1]?.answer(201, [IMAGE]);
    expect(await images).toEqual([IMAGE]);
    expect(shares).toEqual([1, 0, 1]);
  });

  it("is given up with its signal", async () => {
    const stop = new AbortController();
    const { client } = setUp();
    const images = uploadImages(client, [file], { signal: stop.signal });
    stop.abort();
    expect(isAbort(await images.catch((reason: unknown) => reason))).toBe(true);
  });

  it("that was given up before it began is not sent", async () => {
    const { client, uploads } = setUp();
    const images = uploadImages(client, [file], { signal: AbortSignal.abort() });
    expect(isAbort(await images.catch((reason: unknown) => reason))).toBe(true);
    expect(uploads).toEqual([]);
  });

  it.each([199, 300])("an answer %i is no success", async (status) => {
    const { client, uploads } = setUp();
    const refused = failureOf(uploadImages(client, [file]));
    uploads[0]?.answer(status, {});
    expect((await refused).status).toBe(status);
  });

  it.each([200, 299])("an answer %i is one", async (status) => {
    const { client, uploads } = setUp();
    const images = uploadImages(client, [file]);
    uploads[0]?.answer(status, [IMAGE]);
    expect(await images).toEqual([IMAGE]);
  });

  it("says in which language it is to be answered, as every request does", async () => {
    const { client, uploads, requests } = setUp(undefined, undefined, () => "fr");
    void uploadImages(client, [file]);
    await client.request("GET", "/api/x");
    expect([uploads[0]?.headers.get(LANGUAGE_HEADER), requests[0]?.headers.get(LANGUAGE_HEADER)]).toEqual([
      "fr",
      "fr",
    ]);
    expect(uploads[0]?.headers.get("Accept")).toBe("application/json");
  });

  it("names a file to remove without letting it leave its place in the address", async () => {
    const { client, requests } = setUp();
    await removeImage(client, "../a b.png");
    expect(requests[0]?.path).toBe("/api/upload/images/..%2Fa%20b.png");
    expect(requests[0]?.init.method).toBe("DELETE");
  });
});

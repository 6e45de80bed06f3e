import { beforeEach, describe, expect, it, vi } from "vitest";
import { followChanges } from "../../../src/admin/api/change-stream.ts";
import type { Client } from "../../../src/admin/api/client.ts";
import { type ChangesMessage, STREAM_SILENCE_MS } from "../../../src/wire/changes.ts";
import { makeStreams } from "../fake-streams.ts";
import { makePage } from "../page.ts";

let page: ReturnType<typeof makePage>;
let streams: ReturnType<typeof makeStreams>;
let asked: string[];
let told: ChangesMessage[];
let live: boolean[];
/** In place of a stream. */
let answer: (() => Promise<Response>) | undefined;

function follow() {
  const stream: Client["stream"] = (path, signal) => {
    asked.push(path);
    return answer?.() ?? streams.open("hash", signal);
  };
  const client = { stream } as Client;
  return followChanges({
    client,
    page,
    random: () => 1,
    onMessage: (message) => told.push(message),
    onLive: (isLive) => live.push(isLive),
  });
}

beforeEach(() => {
  page = makePage();
  streams = makeStreams();
  [asked, told, live] = [[], [], []];
  answer = undefined;
});

const opened = (count: number) => vi.waitFor(() => expect(live.filter(Boolean)).toHaveLength(count));
const closed = (count: number) => vi.waitFor(() => expect(live.filter((is) => !is)).toHaveLength(count));
/** The stream is over and another try is waited for. */
const waits = (milliseconds: number) => vi.waitFor(() => expect(page.waitsFor()).toEqual([milliseconds]));

describe("the stream", () => {
  it("tells each message, and comes back with the position that was told last", async () => {
    const end = follow();
    await opened(1);
    streams.tell({ records: [{ entity: "books", _id: "b", version: 2 }] });
    await vi.waitFor(() => expect(told).toHaveLength(2));
    streams.cut();
    await closed(1);
    await waits(1000);
    page.pass();
    await opened(2);
    expect(asked).toEqual(["/api/changes", `/api/changes?after=${told[1]?.position}`]);
    end();
    await vi.waitFor(() => expect([streams.count(), page.waitsFor()]).toEqual([0, []]));
  });

  it("is asked for at longer and longer intervals while there is none, and from the first again after one", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    follow();
    for (const wait of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
      await waits(wait);
      page.pass();
    }
    answer = async () => new Response("{}", { status: 429 });
    page.pass();
    await waits(15_000);
    answer = undefined;
    page.pass();
    await opened(1);
    streams.cut();
    await waits(1000);
  });

  it("is closed while nobody sees the page, and opened at once when somebody does", async () => {
    follow();
    await opened(1);
    page.show(false);
    await closed(1);
    expect([streams.count(), page.waitsFor()]).toEqual([0, []]);
    page.show(true);
    await opened(2);
    expect(streams.count()).toBe(1);
  });

  it("is given up when it is silent for too long", async () => {
    follow();
    await opened(1);
    await waits(STREAM_SILENCE_MS);
    page.pass();
    await closed(1);
    await waits(1000);
    expect(streams.count()).toBe(0);
  });

  it("ends with the session", async () => {
    answer = async () => new Response("{}", { status: 401 });
    follow();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await vi.waitFor(() => expect(page.waitsFor()).toEqual([]));
    page.show(false);
    page.show(true);
    page.connection();
    expect(asked).toHaveLength(1);
    expect(live).toEqual([]);
  });

  it("reads lines in whatever pieces they come, and nothing that is no message", async () => {
    const parts = ['{"posi', 'tion":3}\n{"position":4,"all":true}\n[]\n{"other":1}\n{"pos', 'ition":5}\n'];
    answer = async () => {
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const part of parts) controller.enqueue(encoder.encode(part));
        },
      });
      return new Response(body);
    };
    follow();
    await vi.waitFor(() =>
      expect(told).toEqual([{ position: 3 }, { position: 4, all: true }, { position: 5 }]),
    );
  });
});

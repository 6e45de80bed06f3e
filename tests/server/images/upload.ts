import { expect } from "vitest";
import type { ImageRecord } from "../../../src/model/record.ts";
import type { TestServer } from "../build-server.ts";
import type { CallAnswer } from "../call-answer.ts";

export const UPLOAD = "/api/upload/images";

export interface Part {
  readonly bytes: Uint8Array;
  /** The form's field; default `files`. */
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
}

const BOUNDARY = "----a-boundary-of-the-tests";

/** The body of a multipart form. */
export function formOf(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ bytes, field = "files", name = "picture.png", type = "image/png" }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const MULTIPART = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

/** Sends files as a browser does. */
export function send(
  server: TestServer,
  token: string | undefined,
  parts: readonly Part[],
): Promise<CallAnswer<ImageRecord[]>> {
  return server.call("POST", UPLOAD, {
    ...(token === undefined ? {} : { token }),
    body: formOf(parts),
    headers: MULTIPART,
  });
}

/** Uploads, and expects it to work. */
export async function uploaded(
  server: TestServer,
  token: string,
  ...files: Uint8Array[]
): Promise<ImageRecord[]> {
  const { status, body } = await send(
    server,
    token,
    files.map((bytes) => ({ bytes })),
  );
  expect(status).toBe(201);
  return body;
}

import type { FastifyRequest } from "fastify";
import type { AppConfig } from "../../model/app-config.ts";
import { ownValue } from "../../record/json.ts";
import { ApiError } from "../http/api-error.ts";
import type { IncomingBody } from "../http/incoming-body.ts";
import { sizeOf } from "../http/json-body.ts";

export interface UploadedFile {
  /** The client's name for it: for messages only. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

type UploadLimits = Pick<AppConfig["limits"], "imageBytes" | "imagesPerUpload">;

const FILES_FIELD = "files";
/** Up to so many times the limit is read, so that someone with a few files too many gets a message, not a broken connection. */
const MAX_READ_RATIO = 4;

/** The files of a multipart upload, in memory. Throws BAD_REQUEST, TOO_LARGE, TOO_SLOW, BUSY. */
export async function readFiles(
  request: FastifyRequest,
  body: IncomingBody,
  limits: UploadLimits,
): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw new ApiError("BAD_REQUEST");
  const { imageBytes, imagesPerUpload } = limits;
  const most = imageBytes * imagesPerUpload * MAX_READ_RATIO;
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge(limits, true);
  try {
    return await body.reading(() => collectFiles(request, body, limits));
  } catch (error) {
    // A client reads the answer only once it has sent everything: the rest is read and dropped.
    request.raw.unpipe();
    request.raw.resume();
    throw refusal(error, limits, isEndless(request));
  }
}

async function collectFiles(
  request: FastifyRequest,
  body: IncomingBody,
  limits: UploadLimits,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  const parts = request.parts({
    limits: {
      fileSize: limits.imageBytes,
      files: limits.imagesPerUpload,
      fields: 10,
      fieldSize: 1024,
      fieldNameSize: 100,
    },
  });
  for await (const part of parts) {
    if (part.type !== "file") continue;
    if (part.fieldname !== FILES_FIELD) throw new ApiError("BAD_REQUEST");
    // What `part.toBuffer` does, in memory that is counted.
    const received = body.gather();
    for await (const chunk of part.file) received.add(chunk);
    if (part.file.truncated) throw tooLarge(limits, isEndless(request));
    files.push({ name: part.filename, bytes: received.whole() });
  }
  if (files.length === 0) throw new ApiError("BAD_REQUEST");
  return files;
}

function isEndless(request: FastifyRequest): boolean {
  return request.headers["content-length"] === undefined;
}

function refusal(error: unknown, limits: UploadLimits, endless: boolean): unknown {
  if (error instanceof ApiError) return error;
  switch (ownValue(error, "code")) {
    case "FST_REQ_FILE_TOO_LARGE":
      return tooLarge(limits, endless);
    case "FST_FILES_LIMIT":
      return new ApiError("BAD_REQUEST", {
        key: "server.tooManyFiles",
        values: { limit: limits.imagesPerUpload },
      });
    default:
      // The parser throws for bodies that are no well-formed upload.
      return new ApiError("BAD_REQUEST");
  }
}

function tooLarge({ imageBytes }: UploadLimits, closes: boolean): ApiError {
  const headers = closes ? { connection: "close" } : {};
  return new ApiError("TOO_LARGE", { values: { limit: sizeOf(imageBytes) }, headers });
}

import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import { PATHS } from "../../wire/paths.ts";
import { answering, type Operation, type Operations, PICTURE } from "./operation.ts";
import { arrayOf, exactObject, shared } from "./schema-parts.ts";

const FILE: JsonSchema = { type: "string", format: "binary" };
const IMAGE: Operation = { answers: { 200: PICTURE, 304: {} }, refusals: ["NOT_FOUND"] };

export const IMAGE_OPERATIONS: Operations = {
  [`POST ${PATHS.upload}`]: {
    body: exactObject({ files: arrayOf(FILE) }),
    bodyType: "multipart/form-data",
    answers: { 201: { schema: arrayOf(shared("Image")) } },
    refusals: ["NOT_AN_IMAGE"],
  },
  [`DELETE ${PATHS.upload}/{name}`]: {
    answers: answering(shared("Message")),
    refusals: ["PROTECTED"],
  },
  [`GET ${PATHS.image}/{name}`]: IMAGE,
  [`GET ${PATHS.smallImage}/{name}`]: { ...IMAGE, id: "read-small-image" },
};

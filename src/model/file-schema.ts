import { Type } from "@sinclair/typebox";

/** The key by which an editor finds a file's published schema. It changes nothing in what the file means. */
export const FileSchema = Type.String({
  description: "Where your editor finds the explanations and checks that it shows. Leave it as it is.",
});

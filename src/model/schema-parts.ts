import {
  type ObjectOptions,
  type StringOptions,
  type TProperties,
  type TSchema,
  Type,
} from "@sinclair/typebox";
import type { Json } from "./record.ts";

/** What the shapes of config files and manifests are built from. Editors show each description beside its key. */

/** An object with these keys and no others. */
export const closed = <P extends TProperties>(description: string, keys: P, more: ObjectOptions = {}) =>
  Type.Object(keys, { additionalProperties: false, ...more, description });

export const text = (description: string, more: StringOptions = {}) => Type.String({ ...more, description });
export const yesNo = (description: string) => Type.Boolean({ description });
export const texts = (description: string) => Type.Array(Type.String(), { description });

/** A text for people: for all languages alike, or one for each language. */
export const localText = (description: string, more: StringOptions = {}) =>
  Type.Union([Type.String(more), Type.Record(Type.String(), Type.String())], { description });
export type LocalText = string | Readonly<Record<string, string>>;

/** Values of one shape under names that the config chooses. */
export const byName = <S extends TSchema>(description: string, shape: S) =>
  Type.Record(Type.String(), shape, { description });

/** What a file says otherwise in other languages than its own. */
export const translations = Type.Optional(
  byName(
    "The texts of this file in other languages, for people who chose one: by language, then by the text as it is written here.",
    Type.Record(Type.String(), Type.String()),
  ),
);

export const oneOf = <const T extends string>(description: string, words: readonly T[], more: object = {}) =>
  Type.Unsafe<T>({ type: "string", enum: [...words], ...more, description });

/** One of several words, each with its meaning, which editors show beside the word. */
export const oneOfExplained = <T extends string>(description: string, words: Readonly<Record<T, string>>) =>
  oneOf(description, Object.keys(words) as T[], { enumDescriptions: Object.values(words) });

export const AnyJson = Type.Unsafe<Json>(Type.Unknown());

/** The same shape, described for the place where it is used. */
export const described = <S extends TSchema>(description: string, shape: S): S => ({ ...shape, description });

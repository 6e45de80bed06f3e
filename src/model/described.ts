import type { TSchema } from "@sinclair/typebox";

/** A shape where it stands at a place that has something of its own to say. */
export const described = <S extends TSchema>(shape: S, description: string): S => ({ ...shape, description });

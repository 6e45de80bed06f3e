import { type Static, Type } from "@sinclair/typebox";
import { closed, localText, oneOfExplained, text } from "./schema-parts.ts";
import type { ValueType } from "./value-type.ts";

const TONE_WORDS = {
  neutral: "Nothing to notice.",
  good: "As it should be.",
  warning: "Wants care.",
  danger: "Something is wrong.",
} as const;
type BadgeTone = keyof typeof TONE_WORDS;

const BadgeConfig = closed(
  "A state that is shown beside a record's name while a field holds one value.",
  {
    field: text("The field whose state it is: a yes/no or a choice. Reach into an object with a dot."),
    is: Type.Union([Type.Boolean(), Type.String(), Type.Number()], {
      description: "The value with which the badge is shown: true or false, or one of the choices.",
    }),
    label: Type.Optional(
      localText("What the badge says. Without it: the label of the choice; for true, that of the field."),
    ),
    tone: Type.Optional(oneOfExplained("What colour it has. Without it: neutral.", TONE_WORDS)),
  },
  { $id: "Badge" },
);

export const DisplayConfig = closed(
  "How people recognise a record, wherever it is named.",
  {
    image: Type.Optional(text("The picture beside its name: a field, or one of a list: images.0.")),
    title: Type.Optional(
      localText(
        'Its name: one field, or a text with fields in braces: "{lastName}, {firstName}". Reach through a reference with a dot: "{pet.name}, {date}"; {pet} alone is the pet\'s own name.',
        { examples: ["name", "{pet.name}, {date}"] },
      ),
    ),
    subtitle: Type.Optional(localText("A quiet line under its name, written as the title is.")),
    badges: Type.Optional(
      Type.Array(BadgeConfig, { maxItems: 20, description: "Its states, in the order in which they stand." }),
    ),
  },
  { $id: "Display" },
);
export type DisplayConfig = Static<typeof DisplayConfig>;
export type BadgeConfig = Static<typeof BadgeConfig>;

/** A field that a template shows. */
export interface ShownField {
  /** Dotted; through at most one reference. */
  readonly field: string;
  readonly valueType: ValueType;
  /** Of a choice: what people read for each value. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A text with fields in it, in its parts. */
export type Template = readonly (string | ShownField)[];

export interface Badge {
  readonly field: string;
  readonly is: boolean | string | number;
  readonly label: string;
  readonly tone: BadgeTone;
}

/** `display` of an entity with its defaults: the title is the field that names a record. */
export interface Display {
  readonly image?: string;
  readonly title: Template;
  readonly subtitle?: Template;
  readonly badges: readonly Badge[];
}

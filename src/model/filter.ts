import { type Static, Type } from "@sinclair/typebox";
import { MAX_CONDITIONS, MAX_DAYS_FROM_TODAY, MAX_VALUES } from "./list/filter-limits.ts";
import { closed, oneOf, text } from "./schema-parts.ts";

const FILTER_OPS = ["eq", "in", "gte", "lte", "empty"] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

/** A day relative to the one on which it is asked, in the business's time zone. */
const RelativeDay = closed("A day counted from today: 0 is today, -7 the day a week ago.", {
  today: Type.Integer({
    minimum: -MAX_DAYS_FROM_TODAY,
    maximum: MAX_DAYS_FROM_TODAY,
    description: "How many days after today.",
  }),
});

/** A value of the account that asks. */
const AccountValue = closed("What the account that looks has in this field: _id for the account itself.", {
  account: text("A field of the accounts' entity, or _id."),
});

/** One condition on a record's field, as config writes it. */
export const FilterCondition = closed(
  "One condition on a record.",
  {
    field: text(
      "The field it is about; reach into an object with a dot. createdAt, updatedAt and updatedBy can be named too.",
    ),
    op: oneOf(
      "eq: holds exactly this. in: holds one of these. gte: this or more. lte: this or less. empty: true, holds nothing; false, holds something.",
      FILTER_OPS,
    ),
    value: Type.Union(
      [Scalar, Type.Array(Scalar, { minItems: 1, maxItems: MAX_VALUES }), RelativeDay, AccountValue],
      {
        description:
          'What it is compared with: one value, a list for `in`, true or false for `empty`, { "today": -7 } for a day, { "account": "_id" } for the account that looks.',
      },
    ),
  },
  { $id: "FilterCondition" },
);
export type FilterCondition = Static<typeof FilterCondition>;

/**
 * The records for which all conditions hold. Lists, views, rights, inverse lists and tiles have this one form in the config;
 * addresses and requests have it with plain values only.
 */
export const Filter = Type.Array(FilterCondition, {
  minItems: 1,
  maxItems: MAX_CONDITIONS,
  description: "All of these conditions must hold.",
});
export type Filter = readonly FilterCondition[];

/** A condition whose relative day and account have been replaced by values. */
export interface PlainCondition {
  readonly field: string;
  readonly op: FilterOp;
  readonly value: string | number | boolean | readonly (string | number | boolean)[];
}
export type PlainFilter = readonly PlainCondition[];

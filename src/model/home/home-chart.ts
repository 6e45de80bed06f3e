import { type Static, Type } from "@sinclair/typebox";
import { closed, text } from "../schema-parts.ts";

/** Most days of a chart. */
const MAX_DAYS = 366;
const day = (description: string, example: number) =>
  Type.Integer({ minimum: -MAX_DAYS, maximum: MAX_DAYS, description, examples: [example] });

export const HomeChartConfig = closed(
  "What a chart shows: how many records there are by the values of a field or by day, or what a number of theirs sums up to.",
  {
    by: text(
      "The field whose values, or days, are told apart; reach into an object with a dot. createdAt, updatedAt and updatedBy can be named too.",
      { examples: ["createdAt"] },
    ),
    sum: Type.Optional(text("The number that is summed up. Without it: how many records there are.")),
    days: Type.Optional(
      closed("By day: which days, 366 at most. Without it: the last 30.", {
        from: day("The first, counted from today: -6 begins a week that ends today.", -6),
        to: day("The last, counted from today: 0 is today.", 0),
      }),
    ),
  },
  { $id: "HomeChart" },
);
export type HomeChartConfig = Static<typeof HomeChartConfig>;

/** What a chart shows, complete. */
export interface HomeChart {
  readonly by: string;
  /** undefined: how many records there are. */
  readonly sum?: string;
  /** Of a date: the first and the last day, counted from today. */
  readonly days: { readonly from: number; readonly to: number };
}

/** The fields that a chart asks for. */
export function chartFields({ by, sum }: Pick<HomeChart, "by" | "sum">): readonly string[] {
  return sum === undefined ? [by] : [by, sum];
}

const LAST_DAYS = { from: -29, to: 0 };

export function homeChart({ days = LAST_DAYS, ...chart }: HomeChartConfig): HomeChart {
  return { ...chart, days };
}

/** Whether the days are in their order, and no more than a chart may have. */
export function areChartDays({ from, to }: HomeChart["days"]): boolean {
  return from <= to && to - from < MAX_DAYS;
}

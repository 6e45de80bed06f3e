import { type Static, Type } from "@sinclair/typebox";
import { Filter } from "../filter.ts";
import { closed, described, localText, oneOfExplained, text } from "../schema-parts.ts";
import { HomeChartConfig } from "./home-chart.ts";

const MAX_TILES = 12;

const HomeTileConfig = closed(
  "One tile: it leads to the list that it is made from. Only who may see all that it asks for has it.",
  {
    kind: oneOfExplained("What it shows.", {
      count: "How many records there are.",
      list: "The first records, in the order of the view or the list.",
      chart: "How many records there are, or a sum, by the values of a field or by day: see `chart`.",
    }),
    label: localText("What people read on it, in the app's language."),
    icon: Type.Optional(
      text("The icon beside it: a name of the PrimeIcons without pi-.", { examples: ["clock", "image"] }),
    ),
    entity: text("Whose records: the name of an entity's file without .json."),
    view: Type.Optional(text("A view of its list, by its id. Without it: all records.")),
    filter: Type.Optional(
      described(
        "Only records for which all of these conditions hold too, on fields that are among the list's `filters`.",
        Filter,
      ),
    ),
    chart: Type.Optional(HomeChartConfig),
  },
  { $id: "HomeTile" },
);
export type HomeTileConfig = Static<typeof HomeTileConfig>;

/** The start page, as config writes it. */
export const HomeConfig = closed(
  "The start page: what waits to be done, what changed lately, how much there is.",
  {
    tiles: Type.Array(HomeTileConfig, {
      minItems: 1,
      maxItems: MAX_TILES,
      description: "Its tiles, in their order.",
    }),
  },
);

import type { Column, Field } from "../../model/entity.ts";
import { splitPath } from "../../record/path.ts";
import { textWidth } from "../shell/text-width.ts";
import type { CellMessage } from "./list-cell.tsx";
import { type Cells, isDrawable } from "./use-cells.ts";

/** What widths follow from, beside the columns. */
interface WidthWords {
  readonly fields: readonly Field[];
  readonly locale: string;
  readonly language: string;
  readonly timeZone: string;
  readonly message: CellMessage;
}

/** As `table.css` has them. */
const PX = { narrow: 96, medium: 200, actions: 88, padding: 24, sortMark: 18, end: 8 };
/** The narrowest content is a picture; more is cut, its whole in a tooltip. */
const CONTENT = { least: 36, most: 208 };
/** What the name gets where another column of unknown width gets one. */
const NAME_SHARES = 2.5;
/** Columns of known width leave the rest of the table, in percent, to texts. */
const MOST_KNOWN = 70;

/**
 * The width of each column but that of the name, which takes what is left. It is known before there are rows, so that nothing
 * moves when they come: the longest text of a cell that knows it, else a share.
 */
export function columnWidths(
  columns: readonly Column[],
  named: Column | undefined,
  cells: Cells,
  words: WidthWords,
): ReadonlyMap<Column, string> {
  const fonts = fontsOf(document.body);
  const others = columns.filter((column) => column !== named);
  const known = new Map(
    others.flatMap((column): [Column, number][] => {
      const width = knownWidth(column, cells, words, fonts);
      return width === undefined ? [] : [[column, width]];
    }),
  );
  const taken = [...known.values()].reduce((sum, width) => sum + width, 0);
  const shares = others.length - known.size + NAME_SHARES;
  return new Map(
    others.map((column) => {
      const width = known.get(column);
      if (width !== undefined)
        return [
          column,
          `min(${width}px, (${MOST_KNOWN}cqi - ${PX.actions}px) * ${(width / taken).toFixed(4)})`,
        ];
      const most = CONTENT.most + PX.padding;
      return [
        column,
        `min(${most}px, (100cqi - min(${taken + PX.actions}px, ${MOST_KNOWN}cqi)) / ${shares})`,
      ];
    }),
  );
}

function knownWidth(
  { cell, label, labels, field, sortable }: Column,
  cells: Cells,
  words: WidthWords,
  fonts: ReturnType<typeof fontsOf>,
): number | undefined {
  const plugin = cells.get(cell.name);
  if (!isDrawable(plugin) || plugin.width === undefined) return undefined;
  const heading = textWidth(label, fonts.heading) + (sortable ? PX.sortMark : 0) + PX.padding;
  const { width } = plugin;
  if (typeof width === "string") return Math.max(PX[width], heading);
  try {
    const texts = width({
      options: cell.options,
      labels,
      schema: fieldAt(words.fields, splitPath(field))?.schema,
      locale: words.locale,
      language: words.language,
      timeZone: words.timeZone,
      message: (key, values) => words.message(cell.name, key, values),
    });
    // Digits are all as wide as the widest.
    const widths = texts?.map((text) => textWidth(text.replace(/\d/g, "0"), fonts.body));
    if (widths === undefined) return undefined;
    const content = Math.min(CONTENT.most, Math.max(CONTENT.least, ...widths));
    return Math.max(content + PX.padding, heading) + (plugin.align === "end" ? PX.end : 0);
  } catch {
    // A plugin that fails here has its share; it is said where it draws.
    return undefined;
  }
}

/** Of the record itself: what a reference leads to is not here. */
function fieldAt(fields: readonly Field[], [name, ...rest]: readonly string[]): Field | undefined {
  const field = fields.find((one) => one.name === name);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], rest);
}

function fontsOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const size = Number.parseFloat(style.fontSize) || 16;
  const small = Number.parseFloat(style.getPropertyValue("--size-small")) || 0.8125;
  const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return {
    body: `${size}px ${style.fontFamily}`,
    heading: `600 ${small * root}px ${style.fontFamily}`,
  };
}

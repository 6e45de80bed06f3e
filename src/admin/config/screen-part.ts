import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Entity, Field } from "../../model/entity.ts";
import type { HomeTile } from "../../model/home/home-tile.ts";
import { SUBJECT_SEPARATOR } from "../../model/problem.ts";
import { joinPath, patternOf, schemaPointer, segmentsOf, splitPath } from "../../record/path.ts";

export type PreviewScreen = "home" | EntityScreen;

type EntityScreen = "list" | "form";

/** A column or a filter of a list, a field of a form or a list below it, or a tile of the start page: what a person may want to find in the text. */
export interface ScreenPart {
  /** The path of the field; of a column as the column has it; of a tile its text. */
  readonly field: string;
  /** The column's place among the others. */
  readonly column?: number;
  /** It is a filter. */
  readonly filter?: true;
  /** It is a tile. */
  readonly tile?: true;
  /** It is an inverse list: the entity that has the field. */
  readonly inverse?: string;
  readonly label: string;
}

/** All tiles of the start page. */
export const tileParts = (tiles: readonly HomeTile[]): readonly ScreenPart[] =>
  tiles.map(({ label }) => ({ field: label, tile: true, label }));

/**
 * All that a person may want to find of a screen, in its order.
 * @param filters what filters are called, before the label of each
 */
export function screenParts(entity: Entity, screen: EntityScreen, filters: string): readonly ScreenPart[] {
  if (screen === "list") {
    const { columns } = entity.list;
    return [
      ...columns.map(({ field, label }, column) => ({ field, column, label })),
      ...entity.list.filters.map(({ field, label }) => ({
        field,
        filter: true as const,
        label: [filters, label].join(SUBJECT_SEPARATOR),
      })),
    ];
  }
  return [
    ...fieldParts(entity.fields, "", []),
    ...entity.referredBy.map(({ entity: inverse, field, label }) => ({ field, inverse, label })),
  ];
}

function fieldParts(
  fields: readonly Field[],
  path: string,
  labels: readonly string[],
): readonly ScreenPart[] {
  return fields.flatMap(({ name, label, fields: inner = [], items }) => {
    const field = path + name;
    const named = [...labels, label];
    return [
      { field, label: named.join(SUBJECT_SEPARATOR) },
      ...fieldParts(inner, `${field}.`, named),
      ...fieldParts(items?.fields ?? [], `${field}.*.`, named),
    ];
  });
}

/** The part of a screen that an element belongs to, and whether the element is there to be used: typed into, or pressed. */
export function partAt(element: Element, parts: readonly ScreenPart[]) {
  const tile = element.closest("[data-tile]")?.getAttribute("data-tile");
  const shown = parts.find((one) => one.tile === true && one.field === tile);
  if (shown !== undefined) return { part: shown, isUsed: false };
  const filter = element.closest("[data-filter]")?.getAttribute("data-filter");
  const filtering = parts.find((one) => one.filter === true && one.field === filter);
  if (filtering !== undefined) return { part: filtering, isUsed: true };
  const inverse = element.closest("[data-inverse]")?.getAttribute("data-inverse");
  const referring = parts.find(
    (one) => one.inverse !== undefined && inverseKey(one.inverse, one.field) === inverse,
  );
  if (referring !== undefined) return { part: referring, isUsed: element.closest("a, button") !== null };
  const field = element.closest("[data-path]")?.getAttribute("data-path");
  const cell = element.closest<HTMLTableCellElement>("th, td");
  const part =
    typeof field === "string"
      ? parts.find((one) => one.inverse === undefined && one.field === patternOf(field))
      : cell === null
        ? undefined
        : columnAt(cell, parts);
  const isUsed = element.closest(".form-field-control, a, button") !== null;
  return part && { part, isUsed };
}

/** What an inverse list is known by in the page (`data-inverse`). */
export const inverseKey = (entity: string, field: string) => `${entity} ${field}`;

/** The column of a cell, by its heading, since a view may have other columns. Of two with the same heading, by its place. */
function columnAt(cell: HTMLTableCellElement, parts: readonly ScreenPart[]): ScreenPart | undefined {
  const { cellIndex } = cell;
  const heading = cell.closest("table")?.tHead?.rows[0]?.cells[cellIndex]?.textContent;
  const columns = parts.filter(({ column }) => column !== undefined);
  const named = columns.filter(({ label }) => label === heading);
  const isHere = ({ column }: ScreenPart) => column === cellIndex;
  return named.find(isHere) ?? named[0] ?? (heading === undefined ? columns.find(isHere) : undefined);
}

/** A place in a text, counted from 1. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

type PlacedPart = Omit<ScreenPart, "label">;

/** Where the text of its file has the part; for one that it lacks, the nearest place around it. */
export function placeOf(text: string, part: PlacedPart): TextPlace {
  const root = parseTree(text);
  const node = root && nodeOf(root, part);
  const before = text.slice(0, node?.offset ?? 0);
  const line = before.split("\n").length;
  return { line, column: before.length - before.lastIndexOf("\n"), length: lengthOf(node) };
}

function nodeOf(root: Node, { field, column, filter, tile, inverse }: PlacedPart): Node {
  if (tile === true) return tileNode(root, field);
  if (inverse !== undefined) return inverseNode(root, inverse, field);
  if (filter === true) return filterNode(root, field);
  return column === undefined ? fieldNode(root, field) : columnNode(root, field, column);
}

/** The name of the field, else of the nearest field around it. */
function fieldNode(root: Node, path: string): Node {
  const names = splitPath(patternOf(path));
  let node: Node | undefined;
  while (node === undefined && names.length > 0) {
    node = findNodeAtLocation(root, ["schema", ...segmentsOf(schemaPointer(joinPath(names)))]);
    names.pop();
  }
  if (node === undefined) return root;
  const key = node.parent?.children?.[0];
  return node.parent?.type === "property" && key !== undefined ? key : node;
}

/** The column that shows the field, at its place if several do. */
function columnNode(root: Node, field: string, column: number): Node {
  const list = findNodeAtLocation(root, ["list", "columns"]);
  const nodes = list?.children ?? [];
  const shows = (node: Node | undefined) => node && findNodeAtLocation(node, ["field"])?.value === field;
  return (shows(nodes[column]) ? nodes[column] : nodes.find(shows)) ?? fieldNode(root, field);
}

/** The filter by the field: its name, or the object that describes it. */
function filterNode(root: Node, field: string): Node {
  const nodes = findNodeAtLocation(root, ["list", "filters"])?.children ?? [];
  const isOf = (node: Node) =>
    node.type === "string" ? node.value === field : findNodeAtLocation(node, ["field"])?.value === field;
  return nodes.find(isOf) ?? fieldNode(root, field);
}

/** The tile with this text in any language. */
function tileNode(root: Node, text: string): Node {
  const tiles = findNodeAtLocation(root, ["home", "tiles"]);
  const isOf = (node: Node) => {
    const label = findNodeAtLocation(node, ["label"]);
    const texts = label?.type === "object" ? (label.children ?? []).map((one) => one.children?.[1]) : [label];
    return texts.some((one) => one?.value === text);
  };
  return tiles?.children?.find(isOf) ?? tiles ?? root;
}

function inverseNode(root: Node, entity: string, field: string): Node {
  const lists = findNodeAtLocation(root, ["referredBy"]);
  const says = (node: Node, key: string, value: string) => findNodeAtLocation(node, [key])?.value === value;
  const found = lists?.children?.find((node) => says(node, "entity", entity) && says(node, "field", field));
  return found ?? lists ?? root;
}

/** The length of a text; for an object, of its bracket alone. */
const lengthOf = (node: Node | undefined) => (node?.type === "string" ? node.length : 1);

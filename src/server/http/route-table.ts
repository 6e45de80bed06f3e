import type { Route, RouteMethod } from "./route.ts";

/** One segment of the tree of paths. */
interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly routes: Map<string, Route>;
}

export interface FoundRoute {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/** Every route of a runtime, found by method and path segments. A literal segment wins over a `{name}`; a later route over an earlier one of the same method and pattern. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** @param segments decoded path segments below /api */
  find(method: string, segments: readonly string[]): FoundRoute | undefined;
  /** The methods that the path answers to; none: there is no such path. */
  methods(segments: readonly string[]): RouteMethod[];
}

export function makeRouteTable(routes: readonly Route[]): RouteTable {
  const root = emptyNode();
  for (const route of routes) place(root, route);
  return {
    routes: [...new Map(routes.map((route) => [`${route.method} ${route.pattern}`, route])).values()],
    find(method, segments) {
      for (const { node, values } of matches(root, segments, 0, [])) {
        const route = node.routes.get(method);
        if (route !== undefined) return { route, params: named(route.pattern, values) };
      }
      return undefined;
    },
    methods(segments) {
      const found = [...matches(root, segments, 0, [])].flatMap(({ node }) => [...node.routes.values()]);
      return [...new Set(found.map((route) => route.method))];
    },
  };
}

const PARAMETER = /^\{(\w+)\}$/;

function emptyNode(): Node {
  return { literals: new Map(), parameter: undefined, routes: new Map() };
}

function place(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.pattern.split("/").slice(1)) {
    if (PARAMETER.test(segment)) {
      node.parameter ??= emptyNode();
      node = node.parameter;
      continue;
    }
    const next = node.literals.get(segment) ?? emptyNode();
    node.literals.set(segment, next);
    node = next;
  }
  node.routes.set(route.method, route);
}

function* matches(
  node: Node,
  segments: readonly string[],
  depth: number,
  values: readonly string[],
): Generator<{ node: Node; values: readonly string[] }> {
  const segment = segments[depth];
  if (segment === undefined) {
    if (node.routes.size > 0) yield { node, values };
    return;
  }
  const literal = node.literals.get(segment);
  if (literal !== undefined) yield* matches(literal, segments, depth + 1, values);
  if (node.parameter !== undefined && segment !== "") {
    yield* matches(node.parameter, segments, depth + 1, [...values, segment]);
  }
}

function named(pattern: string, values: readonly string[]): ReadonlyMap<string, string> {
  const names = pattern.split("/").flatMap((segment) => PARAMETER.exec(segment)?.[1] ?? []);
  return new Map(names.map((name, index) => [name, values[index] ?? ""]));
}

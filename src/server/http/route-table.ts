import findMyWay from "find-my-way";
import type { Route, RouteMethod } from "./route.ts";

export interface FoundRoute {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/**
 * Every route of a runtime, found by method and path. A literal segment wins over a `{name}`; a later route over an
 * earlier one of the same method and pattern.
 */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** @param path below /api, as it was sent, without its query */
  find(method: string, path: string): FoundRoute | undefined;
  /** The methods that the path answers to; none: there is no such path. */
  methods(path: string): RouteMethod[];
}

const METHODS: readonly RouteMethod[] = ["GET", "POST", "PUT", "DELETE"];

/** On the router that Fastify is built on: Fastify's own keeps the routes that it started with. */
export function makeRouteTable(all: readonly Route[]): RouteTable {
  const routes = [...new Map(all.map((route) => [`${route.method} ${route.pattern}`, route])).values()];
  const router = findMyWay({ maxParamLength: Number.POSITIVE_INFINITY });
  for (const route of routes) router.on(route.method, routerPath(route.pattern), () => undefined, route);

  function find(method: string, path: string): FoundRoute | undefined {
    const known = METHODS.find((one) => one === method);
    const found = known === undefined ? null : router.find(known, path);
    if (found === null) return undefined;
    const route: Route = found.store;
    const params = new Map(Object.entries(found.params).map(([name, value]) => [name, value ?? ""]));
    // To the router a segment without a character is one too.
    return [...params.values()].includes("") ? undefined : { route, params };
  }
  return { routes, find, methods: (path) => METHODS.filter((method) => find(method, path) !== undefined) };
}

/** The routes of both; where both know a path, the first answers. */
export function joinRouteTables(first: RouteTable, second: RouteTable): RouteTable {
  return {
    routes: [...first.routes, ...second.routes],
    find: (method, path) => first.find(method, path) ?? second.find(method, path),
    methods: (path) => [...new Set([...first.methods(path), ...second.methods(path)])],
  };
}

/** `{name}` as the router has it. Its wildcard, `*`, is in no address: the config's shape says so. */
function routerPath(pattern: string): string {
  return pattern.replaceAll(":", "::").replace(/(?<=\/)\{(\w+)\}(?=\/|$)/g, ":$1");
}

import findMyWay from "find-my-way";
import type { Route, RouteMethod } from "./route.ts";

interface FoundRoute {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/** Finds routes by method and path. A literal segment wins over a `{name}`, a later route over an earlier one of the same pattern. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** @param path below /api, not decoded, without the query */
  find(method: string, path: string): FoundRoute | undefined;
  /** The methods of a path; none where there is no such path. */
  methods(path: string): RouteMethod[];
}

const METHODS: readonly RouteMethod[] = ["GET", "POST", "PUT", "DELETE"];

/** Uses the router that Fastify is built on: Fastify itself can add no routes once it runs. */
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
    // The router also matches an empty segment.
    return [...params.values()].includes("") ? undefined : { route, params };
  }
  return { routes, find, methods: (path) => METHODS.filter((method) => find(method, path) !== undefined) };
}

/** The routes of both tables; the first wins. */
export function joinRouteTables(first: RouteTable, second: RouteTable): RouteTable {
  return {
    routes: [...first.routes, ...second.routes],
    find: (method, path) => first.find(method, path) ?? second.find(method, path),
    methods: (path) => [...new Set([...first.methods(path), ...second.methods(path)])],
  };
}

/** The pattern as the router writes it. No pattern contains its wildcard `*`: the config's shape forbids it. */
function routerPath(pattern: string): string {
  return pattern.replaceAll(":", "::").replace(/(?<=\/)\{(\w+)\}(?=\/|$)/g, ":$1");
}

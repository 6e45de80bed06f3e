import { expect, it } from "vitest";
import type { Route, RouteMethod } from "../../../src/server/http/route.ts";
import { makeRouteTable } from "../../../src/server/http/route-table.ts";

function route(method: RouteMethod, pattern: string, operation = `${method} ${pattern}`): Route {
  return { method, pattern, operation, access: "anyone", handle: async () => ({ status: 200, body: {} }) };
}

const table = makeRouteTable([
  route("GET", "/rest/users"),
  route("GET", "/rest/users/{id}"),
  route("PUT", "/rest/users/{id}"),
  route("POST", "/rest/users/login"),
  route("GET", "/rest/users/validate-token"),
  route("GET", "/rest/{name}/count"),
  route("DELETE", "/rest/users/{account}", "delete by another name"),
]);

it.each([
  ["GET", "/rest/users", "GET /rest/users", {}],
  ["GET", "/rest/users/7", "GET /rest/users/{id}", { id: "7" }],
  ["PUT", "/rest/users/a b", "PUT /rest/users/{id}", { id: "a b" }],
  ["DELETE", "/rest/users/7", "delete by another name", { account: "7" }],
  ["POST", "/rest/users/login", "POST /rest/users/login", {}],
  ["GET", "/rest/users/validate-token", "GET /rest/users/validate-token", {}],
  ["GET", "/rest/shops/count", "GET /rest/{name}/count", { name: "shops" }],
  ["GET", "/rest/users/count", "GET /rest/users/{id}", { id: "count" }],
])("a literal wins over a name where the method has it: %s %s", (method, path, operation, params) => {
  const found = table.find(method, path);
  expect(found?.route.operation).toBe(operation);
  expect(Object.fromEntries(found?.params ?? [])).toEqual(params);
});

it("a literal without the method does not hide the name beside it", () => {
  expect(table.find("GET", "/rest/users/login")?.route.operation).toBe("GET /rest/users/{id}");
});

it.each([
  "",
  "/rest",
  "/rest/users/",
  "/rest//count",
  "/rest/users/7/8",
  "/constructor",
  "/__proto__",
  "/rest/users/%E9",
])("%j is no route", (path) => {
  expect(table.find("GET", path)).toBe(undefined);
  expect(table.methods(path)).toEqual([]);
});

it("says which methods a path answers to", () => {
  expect(table.methods("/rest/users/login").sort()).toEqual(["DELETE", "GET", "POST", "PUT"]);
});

it("a later route of the same method and pattern takes the place of the earlier", () => {
  const twice = makeRouteTable([route("GET", "/a", "first"), route("GET", "/a", "second")]);
  expect(twice.find("GET", "/a")?.route.operation).toBe("second");
  expect(twice.routes.map(({ operation }) => operation)).toEqual(["second"]);
});

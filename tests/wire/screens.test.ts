import { expect, it } from "vitest";
import { isScreenPath } from "../../src/wire/screens.ts";

it.each([
  "/",
  "/login",
  "/register",
  "/config",
  "/login/",
  "/books/list",
  "/books/list/",
  "/books/create",
  "/books/edit/0123456789abcdef01234567",
  "/books/history/0123456789abcdef01234567",
  "/books/bin",
  "/journal",
  "/webhooks",
  "/no-such-thing/list",
  "/%E9%A3%B2%E5%93%81/edit/%2F",
  "/login/list",
])("%s has the shape of a screen", (path) => {
  expect(isScreenPath(path)).toBe(true);
});

it.each([
  "",
  "login",
  "books/list",
  "//evil.example",
  "//evil.example/list",
  "/\\evil.example/list",
  "/\t/evil.example/list",
  "/ /list",
  "/a\nb/list",
  "/a\u0000/list",
  "/books//list",
  "/books",
  "/books/edit",
  "/books/edit/",
  "/books/edit/1/2",
  "/books/history",
  "/books/bin/1",
  "/journal/1",
  "/webhooks/1",
  "/books/list/x",
  "/a/b/list",
  "/config/x",
  "/LOGIN",
  "https://evil.example/books/list",
  "javascript:alert(1)//books/list",
  "/login\n",
])("%j has not", (path) => {
  expect(isScreenPath(path)).toBe(false);
});

it("takes no longer for a long path", () => {
  const start = performance.now();
  for (const part of ["a/", "/", "edit/", "%2e", "list"]) isScreenPath(`/${part.repeat(50_000)}`);
  expect(performance.now() - start).toBeLessThan(200);
});

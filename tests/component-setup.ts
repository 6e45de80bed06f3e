import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach, beforeEach } from "vitest";

// What React warns of is a mistake in the page, which no assertion of a test is about: items without keys, or that share one, boxes that
// nobody can type into or that change hands. Other complaints are left to the tests.
const MISTAKE = /unique "key" prop|children with the same key|uncontrolled|without an `onChange` handler/;
const mistakes: string[] = [];
let complain = console.error;
beforeEach(() => {
  complain = console.error;
  console.error = (...parts: readonly unknown[]) => {
    if (MISTAKE.test(String(parts[0]))) mistakes.push(parts.map(String).join(" "));
    complain(...parts);
  };
});
afterEach(() => {
  console.error = complain;
  const found = mistakes.splice(0);
  if (found.length > 0) throw new Error(found.join("\n"));
});

// The files of a worker share what they import, so a module that is imported cannot clean up after each test of each file. What comes last
// here runs first.
afterEach(cleanup);
// The sentence alone says what is missing; chunks are transformed when they are first asked for.
configure({ getElementError: (message) => new Error(message ?? ""), asyncUtilTimeout: 15_000 });

// React in development notes the place where an element is made, for the stacks of its warnings, until it has noted ten thousand
// within a second: told that it has, it leaves that out, which is a fifth of the time of these tests.
const internals = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
if (internals !== undefined)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => {} });

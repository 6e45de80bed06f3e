import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach } from "vitest";

// The files of a worker share what they import, so a module that is imported cannot clean up after each test of each file.
afterEach(cleanup);
// The sentence alone says what is missing; chunks are transformed when they are first asked for.
configure({ getElementError: (message) => new Error(message ?? ""), asyncUtilTimeout: 15_000 });

// React in development notes the place where an element is made, for the stacks of its warnings, until it has noted ten thousand
// within a second: told that it has, it leaves that out, which is a fifth of the time of these tests.
const internals = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
if (internals !== undefined)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => {} });

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The files of a worker share what they import, so a module that is imported cannot clean up after each test of each file.
afterEach(cleanup);
// The sentence alone says what is missing; chunks are transformed when they are first asked for.
configure({ getElementError: (message) => new Error(message ?? ""), asyncUtilTimeout: 15_000 });

import { describe } from "vitest";
import { testEventLoop } from "./test-event-loop.ts";

describe("the library at 100,000 records", () => testEventLoop("tests/fixtures/library"));

import { describe } from "vitest";
import { testEventLoop } from "./test-event-loop.ts";

describe("the shop at 100,000 records", () => testEventLoop("config"));

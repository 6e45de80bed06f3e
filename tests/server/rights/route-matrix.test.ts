import { expect, it, vi } from "vitest";
import type { Route } from "../../../src/server/http/route.ts";
import type { CallAnswer } from "../call-answer.ts";
import { type Business, SESSIONS } from "./business.ts";
import { doorOf, NO_SESSION } from "./doors.ts";
import { describeMatrix } from "./matrix.ts";

// A test makes hundreds of requests for each role and kind of session.
vi.setConfig({ testTimeout: 60_000 });

/**
 * The matrix of rights, of routes: every route × every role × every kind of session. It is made from the routes themselves:
 * a new one without a line in `doors.ts` fails.
 */
describeMatrix(({ business: opened }) => {
  it("has a line for every route", () => {
    const business = opened();
    const without = business.routes.filter((route) => doorOf(business, route) === undefined);
    expect(without.map(({ method, pattern }) => `${method} ${pattern}`)).toEqual([]);
    expect(business.routes.length).toBeGreaterThan(30);
  });

  it("opens each route to whom it is for, in every kind of session, and whoever is refused changes nothing", async () => {
    const business = opened();
    const found: Record<string, number | string> = {};
    const expected: Record<string, number | string> = {};
    for (const role of business.roles)
      for (const session of SESSIONS) {
        const asking = await business.person(role, session);
        for (const route of business.routes) {
          // It ends the session with which the next one is asked.
          if (route.pattern === business.config.app.accounts.endpoints.logout) continue;
          const key = `${role}, ${session}: ${route.method} ${route.pattern}`;
          const before = await stored(business);
          const answer = await business.call(asking, route.method, addressOf(route), bodyFor(route));
          const isOpen = doorOf(business, route)?.(business, asking) === true;
          expected[key] = isOpen ? "open" : NO_SESSION.has(session) ? 401 : 403;
          found[key] = answer.status === 401 || isClosed(route, answer) ? answer.status : "open";
          if (!isOpen) expect([key, await stored(business)]).toEqual([key, before]);
        }
      }
    expect(found).toEqual(expected);
  });
});

const NOWHERE = "ffffffffffffffffffffffff";

function addressOf({ pattern }: Route): string {
  return `/api${pattern.replace(/\{\w+\}/g, NOWHERE)}`;
}

/** Nothing that could be stored: whoever gets past the door is told so. */
function bodyFor({ method, jsonLimit }: Route): unknown {
  return jsonLimit === undefined || method === "GET"
    ? undefined
    : method === "DELETE"
      ? {}
      : { nothing: true };
}

/** 403 is also what a protected record answers, and a closed registration. */
function isClosed({ pattern }: Route, { status, body }: CallAnswer): boolean {
  return (
    status === 403 &&
    (body as { errorCode?: string } | undefined)?.errorCode === "FORBIDDEN" &&
    !pattern.includes("login")
  );
}

async function stored(business: Business): Promise<unknown> {
  return Promise.all(business.entities.map(({ id }) => business.rows(id)));
}

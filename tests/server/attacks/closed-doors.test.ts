import { describe, expect, it } from "vitest";
import { type AttackedLibrary, attackLibrary, ENTITIES, isSane } from "./attacked-library.ts";

/**
 * Ids are looked up and nothing else, and whoever may not ask is refused before anything happens.
 * S42 is in `images/image-rights.test.ts`, S43 in `accounts/last-holder.test.ts`.
 * S30 holds by asking the config at each request; S26, S24, S21, S06, S02 by not having what they need.
 */
let server: AttackedLibrary["server"];
let token: AttackedLibrary["token"];
let book: AttackedLibrary["book"];
let loan: AttackedLibrary["loan"];
let everything: AttackedLibrary["everything"];
attackLibrary((library) => {
  ({ server, token, book, loan, everything } = library);
});

describe("S08 ids are names, not commands; S07 nor paths", () => {
  const ids = [
    "0",
    "-1",
    "null",
    "undefined",
    "constructor",
    "__proto__",
    "%00",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "a'--",
    "1%20or%201=1",
    "%",
    "%zz",
    "%ff",
    "x".repeat(1_500),
    "[object%20Object]",
    "%F0%9F%98%80",
    "*",
    "%25",
  ];

  it.each(ids)("%s is found nowhere", async (id) => {
    const before = await everything();
    for (const entity of ENTITIES) {
      for (const [method, body] of [["GET"], ["PUT", {}], ["DELETE"]] as const) {
        const answer = await server.call(method, `/api/rest/${entity}/${id}`, {
          token,
          ...(body ? { body } : {}),
        });
        isSane(answer);
        expect([400, 404]).toContain(answer.status);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it("a record of one entity is not found under another", async () => {
    for (const entity of ENTITIES.filter((one) => one !== "books")) {
      expect((await server.call("GET", `/api/rest/${entity}/${book._id}`, { token })).status).toBe(404);
      expect((await server.call("DELETE", `/api/rest/${entity}/${book._id}`, { token })).status).toBe(404);
    }
  });
});

describe("S10, S29, S31 fail closed, and before any effect", () => {
  const calls = (entity: string, id: string): [string, string, object?][] => [
    ["GET", `/api/rest/${entity}`],
    ["GET", `/api/rest/${entity}/${id}`],
    ["POST", `/api/rest/${entity}`, {}],
    ["PUT", `/api/rest/${entity}/${id}`, {}],
    ["DELETE", `/api/rest/${entity}/${id}`],
  ];

  it.each([undefined, "", "x", "null", "undefined", "Bearer", "' or '1'='1", "0".repeat(10_000)])(
    "with a token of %j every record call is 401, whatever it names, and a body is not even read",
    async (stale) => {
      const before = await everything();
      for (const entity of ENTITIES) {
        for (const [method, url] of calls(entity, book._id)) {
          // Registration is open to everyone.
          if (entity === "members" && method === "POST") continue;
          const headers = {
            "content-type": "application/json",
            ...(stale === undefined ? {} : { authorization: `Bearer ${stale}` }),
          };
          const answer = await server.call(method, url, { headers, body: "{ this is no JSON" });
          expect([method, url, answer.status]).toEqual([method, url, 401]);
          isSane(answer);
        }
      }
      expect(await everything()).toEqual(before);
    },
  );

  it("without the permission a call is 403, the record being there or not", async () => {
    const stocker = await server.as("stocker");
    const before = await everything();
    for (const [entity, id] of [
      ["loans", loan._id],
      ["members", loan.member],
    ] as const) {
      for (const one of [String(id), "000000000000000000000000"]) {
        for (const [method, url, body] of calls(entity, one)) {
          if (entity === "members" && method === "POST") continue;
          const answer = await server.call(method, url, { token: stocker, ...(body ? { body } : {}) });
          expect([method, url, answer.status]).toEqual([method, url, 403]);
          isSane(answer);
        }
      }
    }
    expect(await everything()).toEqual(before);
  });
});

import { afterEach, beforeEach, expect, it } from "vitest";
import { listAccounts, resetPassword } from "../../../src/server/accounts/account-operations.ts";
import { buildServer, type TestServer } from "../build-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await buildServer({
    config: {
      "entities/members.json": (json) => {
        // Whoever lends logs in elsewhere.
        json.schema.properties.password.conditions.push({
          when: { field: "role", is: "lender" },
          show: false,
        });
      },
    },
  });
});
afterEach(() => server.close());

const parts = () => ({ store: server.store, effects: server.effects, runtime: server.holder.current });

it.each([99, 100, 101, 200])("all of %d accounts are listed, each once, by name", async (count) => {
  const names = Array.from({ length: count }, (_, n) => `member ${String(n).padStart(3, "0")}`);
  for (const username of names) await server.insert("members", { username, role: "lender" });
  expect((await listAccounts(parts())).map(({ username }) => username)).toEqual(names);
});

it("a password is judged with the rest of its account: where its field is hidden, it has no rules", async () => {
  await server.account({ username: "keeping", role: "keeper" });
  await server.account({ username: "lending", role: "lender" });
  await expect(resetPassword(parts(), "keeping", "short")).rejects.toThrow("6 characters");
  expect((await resetPassword(parts(), "lending", "short"))?.password).toBe("short");
});

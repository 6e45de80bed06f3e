import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { book } from "../../fake-server.ts";
import { openApp } from "../../open-app.tsx";

const { title: _, genre: __, ...system } = book(1);
const MEMBER = { ...system, username: "bea-1", role: "stocker", approved: true };

/** Saves what is typed into fields of an account, with the answer that it is stored. */
async function save(typed: Readonly<Record<string, string>>) {
  const app = await openApp(`/members/edit/${MEMBER._id}`, {
    prepare(server) {
      server.records.set("members", [MEMBER]);
      server.on(`PUT /api/rest/members/${MEMBER._id}`, () => ({
        status: 200,
        body: MEMBER,
        headers: { "change-id": "change-1" },
      }));
    },
  });
  for (const [label, text] of Object.entries(typed))
    await app.person.type(await screen.findByLabelText(label), text);
  await app.person.click(app.button("Save"));
  await waitFor(() => expect(app.toasts()).toHaveLength(1));
  return app;
}

it("a saved change can be undone, but for passwords alone: that would always be refused", async () => {
  const passwords = { Password: "another-one-22", "Password again": "another-one-22" };
  const named = await save({ ...passwords, "Library name": "-b" });
  expect(screen.getByRole("button", { name: "Take back" })).toBeTruthy();
  named.unmount();
  await save(passwords);
  expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
});

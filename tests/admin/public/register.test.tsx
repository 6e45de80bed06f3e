import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

const REGISTER = "POST /api/rest/members";
const CREATED = () => ({ status: 201, body: { _id: "x" } });
const open = async (options = {}) => {
  const app = await openApp("/register", { loggedIn: false, ...options });
  await app.heading("Register");
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) await app.person.type(field(label), value);
  };
  return { ...app, field, fill, send: () => app.person.click(app.button("Register")) };
};

/** A registration whose user name somebody else has. */
async function refusedAsTaken() {
  const app = await open();
  app.server.on(REGISTER, () =>
    refusal(409, "Taken", {
      errors: [{ path: "/username", keyword: "unique", message: "Somebody is called so" }],
    }),
  );
  await app.fill({ "Library name": "newton", Password: "gravity", "Password again": "gravity" });
  await app.send();
  await screen.findByText("Somebody is called so");
  return app;
}

describe("/register", () => {
  it("sends all but what exists in the form alone, says so and goes to /login", async () => {
    const app = await open();
    app.server.on(REGISTER, CREATED);
    await app.fill({ "Library name": "newton", Password: "gravity", "Password again": "gravity" });
    await app.person.selectOptions(app.field("Work"), "Stock keeper");
    await app.send();
    await app.at("/login");
    expect(app.server.asked(REGISTER).map(({ body }) => body)).toEqual([
      { username: "newton", password: "gravity", role: "stocker" },
    ]);
    expect(app.toasts()).toEqual(["success: You are registered and can log in; somebody lets you in"]);
    expect(screen.getByLabelText<HTMLInputElement>("Library name").value).toBe("newton");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  });

  it("says before and after that somebody has to approve the account, where that is so", async () => {
    await open();
    screen.getByText("Somebody has to let you in");
  });

  it("says nothing of approval where that is switched off", async () => {
    const change = (json: { registration: { approval: boolean } }) => {
      json.registration.approval = false;
    };
    const app = await open({ config: { "app.json": change } });
    expect(screen.queryByText("Somebody has to let you in")).toBeNull();
    app.server.on(REGISTER, CREATED);
    await app.fill({ "Library name": "newton", Password: "gravity", "Password again": "gravity" });
    await app.send();
    await app.at("/login");
    expect(app.toasts()).toEqual(["success: You are registered and can log in"]);
  });

  it("offers the config's roles by their labels, the default one chosen", async () => {
    const app = await open();
    const select = app.field("Work");
    expect([...select.querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual([
      "Lending desk",
      "Stock keeper",
      "Branch keeper",
    ]);
    expect(select.value).toBe("lender");
  });

  it("says each field's own sentence on sending, sends nothing, and puts the focus on the first", async () => {
    const app = await open();
    await app.send();
    await screen.findByText("Choose a library name");
    screen.getByText("Choose a password");
    screen.getByText("Type the password again");
    await waitFor(() => expect(document.activeElement).toBe(app.field("Library name")));
    expect(app.server.calls).toEqual([]);
  });

  it("checks a field on leaving it, and only that one", async () => {
    const app = await open();
    await app.person.type(app.field("Library name"), "ab");
    await app.person.tab();
    await screen.findByText("A library name has 3 to 20 characters");
    expect(screen.queryByText("Choose a password")).toBeNull();
    await app.person.type(app.field("Library name"), "c");
    expect(screen.queryByText("A library name has 3 to 20 characters")).toBeNull();
  });

  it.each([
    [{ "Library name": "ab" }, "A library name has 3 to 20 characters"],
    [{ "Library name": "a".repeat(21) }, "A library name has 3 to 20 characters"],
    [{ Password: "12345" }, "A password has at least 6 characters"],
    [{ "Password again": "other1" }, "The passwords differ"],
  ])("refuses %o: %s", async (wrong, sentence) => {
    const app = await open();
    await app.fill({ "Library name": "newton", Password: "gravity", "Password again": "gravity", ...wrong });
    await app.send();
    await screen.findByText(sentence);
    expect(app.server.calls).toEqual([]);
  });

  it("what the server refuses stands at its field; what was typed stays", async () => {
    const app = await refusedAsTaken();
    expect(app.toasts()).toEqual(["error: You could not be registered: Taken"]);
    expect(app.field("Password").value).toBe("gravity");
    // Another try clears what was said of this one, as it begins.
    const answer = later();
    app.server.on(REGISTER, answer.serve);
    await app.send();
    await waitFor(() => expect(app.server.asked(REGISTER)).toHaveLength(2));
    expect(app.toasts()).toEqual([]);
    expect(screen.queryByText("Somebody is called so")).toBeNull();
    await act(async () => answer.answer(CREATED()));
    await app.at("/login");
  });

  it("passwords are hidden, the repeated one too", async () => {
    const app = await open();
    expect(app.field("Password").type).toBe("password");
    expect(app.field("Password again").type).toBe("password");
  });

  it("fields are named for browsers that fill them in; those that have to be are marked", async () => {
    const app = await open();
    expect(
      ["Library name", "Password", "Password again"].map((name) => app.field(name).autocomplete),
    ).toEqual(["username", "new-password", "new-password"]);
    const marks = [...document.querySelectorAll(".field-required")];
    expect(marks.map((mark) => mark.closest(".field-label")?.querySelector("label")?.textContent)).toEqual([
      "Library name",
      "Password",
      "Password again",
      "Work",
    ]);
    expect(marks.every((mark) => mark.getAttribute("aria-hidden") === "true")).toBe(true);
    expect(app.field("Work").getAttribute("aria-invalid")).toBe("false");
  });

  it("a double click registers once; one that could not be reached is tried again", async () => {
    const app = await open();
    const answer = later();
    app.server.on(REGISTER, answer.serve);
    await app.fill({ "Library name": "newton", Password: "gravity", "Password again": "gravity" });
    await app.person.dblClick(app.button("Register"));
    await waitFor(() => expect(app.server.asked(REGISTER)).toHaveLength(1));
    expect(app.button("Register").getAttribute("aria-busy")).toBe("true");
    answer.drop();
    await waitFor(() => expect(app.button("Register").getAttribute("aria-busy")).toBe("false"));
    expect(app.toasts()).toEqual(["error: You could not be registered: The library cannot be reached"]);
    expect(app.server.asked(REGISTER)).toHaveLength(1);
    app.server.on(REGISTER, CREATED);
    await app.send();
    await app.at("/login");
  });

  it("what the server refused of a field goes when that one is changed, and stays when another is", async () => {
    const app = await refusedAsTaken();
    await app.person.type(app.field("Password"), "!");
    screen.getByText("Somebody is called so");
    await app.person.type(app.field("Library name"), "!");
    expect(screen.queryByText("Somebody is called so")).toBeNull();
  });

  it("says when registration is closed", async () => {
    await open({
      config: {
        "app.json": (json: { registration: { open: boolean } }) => {
          json.registration.open = false;
        },
      },
    });
    screen.getByText("Nobody can register at present");
    screen.getByRole("link", { name: "Back to log-in" });
  });
});

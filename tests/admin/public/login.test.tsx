import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

const LOGIN = "POST /api/rest/session/login";
const open = (options = {}) => openApp("/login", { loggedIn: false, ...options });
const fill = async (app: Awaited<ReturnType<typeof open>>, username: string, password: string) => {
  await app.person.type(screen.getByLabelText("Library name"), username);
  await app.person.type(screen.getByLabelText("Password"), password);
};

describe("/login", () => {
  it("stores token and user, says so and goes to /", async () => {
    const app = await open();
    expect(document.title).toBe("Log in to the library · Lending Library");
    await fill(app, "ada", "lovelace");
    await app.person.click(app.button("Log in"));
    await app.heading("You can work here:");
    expect(app.address()).toBe("/");
    expect(app.stored.get("token")).toBe("fresh");
    expect(JSON.parse(app.stored.get("user") ?? "")).toMatchObject({ username: "ada", role: "director" });
    expect(app.server.asked(LOGIN)[0]?.body).toEqual({ username: "ada", password: "lovelace" });
    expect(app.toasts()).toEqual(["success: You are logged in"]);
  });

  it("asks for what is missing, on leaving a field and on sending, and puts the focus there", async () => {
    const app = await open();
    await app.person.click(screen.getByLabelText("Library name"));
    await app.person.tab();
    expect(screen.getByText("Enter your library name").id).toBe("username-error");
    expect(screen.queryByText("Enter your password")).toBeNull();
    await app.person.type(screen.getByLabelText("Library name"), "ada");
    expect(screen.queryByText("Enter your library name")).toBeNull();
    await app.person.click(app.button("Log in"));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
    expect(screen.getByLabelText("Password").getAttribute("aria-describedby")).toBe("password-error");
    expect(app.server.calls).toEqual([]);
  });

  it("a refusal is said in the server's words; what was typed stays", async () => {
    const app = await open();
    app.server.on(LOGIN, () => refusal(400, "Wrong one"));
    await fill(app, "ada", "no");
    await app.person.click(app.button("Log in"));
    await waitFor(() => expect(app.toasts()).toEqual(["error: You could not be logged in: Wrong one"]));
    expect(screen.getByLabelText<HTMLInputElement>("Library name").value).toBe("ada");
    expect(app.stored.size).toBe(0);
    // The next try clears what was said of this one, as it begins.
    const answer = later();
    app.server.on(LOGIN, answer.serve);
    await app.person.click(app.button("Log in"));
    expect(app.toasts()).toEqual([]);
    await act(async () => answer.answer(refusal(400, "Wrong again")));
    await waitFor(() => expect(app.toasts()).toEqual(["error: You could not be logged in: Wrong again"]));
    app.server.on(LOGIN, undefined);
    await app.person.click(app.button("Log in"));
    await app.heading("You can work here:");
    expect(app.toasts()).toEqual(["success: You are logged in"]);
  });

  it("a server of others that answers a wrong password with 401 is heard too", async () => {
    const app = await open();
    app.server.on(LOGIN, () => refusal(401, "Wrong one"));
    await fill(app, "ada", "no");
    await app.person.click(app.button("Log in"));
    await waitFor(() => expect(app.toasts()).toEqual(["error: You could not be logged in: Wrong one"]));
  });

  it("a double click logs in once", async () => {
    const app = await open();
    const answer = later();
    app.server.on(LOGIN, answer.serve);
    await fill(app, "ada", "lovelace");
    await app.person.dblClick(app.button("Log in"));
    expect(app.server.asked(LOGIN)).toHaveLength(1);
    expect(app.button("Log in").getAttribute("aria-busy")).toBe("true");
    answer.drop();
    await waitFor(() =>
      expect(app.toasts()).toEqual(["error: You could not be logged in: The library cannot be reached"]),
    );
  });

  it("shows and hides the password on request", async () => {
    const app = await open();
    const input = screen.getByLabelText<HTMLInputElement>("Password");
    expect(input.type).toBe("password");
    await app.person.click(app.button("Show the password"));
    expect(input.type).toBe("text");
    await app.person.click(app.button("Hide the password"));
    expect(input.type).toBe("password");
  });

  it("fields are named for browsers that fill them in, and neither corrected nor capitalized", async () => {
    const app = await open();
    const attributes = (label: string) => {
      const input = screen.getByLabelText<HTMLInputElement>(label);
      return ["id", "name", "autocomplete", "autocapitalize", "spellcheck", "aria-invalid", "required"].map(
        (name) => input.getAttribute(name),
      );
    };
    const rest = ["none", "false", "false", ""];
    expect(attributes("Library name")).toEqual(["username", "username", "username", ...rest]);
    expect(attributes("Password")).toEqual(["password", "password", "current-password", ...rest]);
    // All are required, so that none is marked.
    expect(document.querySelector(".field-required")).toBeNull();
    const toggle = app.button("Show the password");
    expect([toggle.title, toggle.getAttribute("aria-pressed")]).toEqual(["Show the password", "false"]);
    await app.person.click(toggle);
    expect([toggle.title, toggle.getAttribute("aria-pressed")]).toEqual(["Hide the password", "true"]);
    expect(screen.queryByText("Enter your library name")).toBeNull();
    // A name of blanks is none.
    await app.person.type(screen.getByLabelText("Library name"), "  ");
    await app.person.click(app.button("Log in"));
    expect(screen.getByText("Enter your library name").querySelector("i, svg")).not.toBeNull();
    expect(screen.getByLabelText("Library name").getAttribute("aria-invalid")).toBe("true");
    expect(app.server.calls).toEqual([]);
  });

  it("links to registration only where it is open", async () => {
    const app = await open();
    const link = screen.getByRole("link", { name: "Register" });
    expect(link.closest(".public-below")).not.toBeNull();
    await app.person.click(link);
    await app.heading("Register");
    app.unmount();
    await open({
      config: {
        "app.json": (json: { registration: { open: boolean } }) => {
          json.registration.open = false;
        },
      },
    });
    expect(screen.queryByRole("link", { name: "Register" })).toBeNull();
    expect(document.querySelector(".public-below")).toBeNull();
  });
});

import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { type OpenedApp, openApp } from "../open-app.tsx";

async function logIn({ person, button, heading }: OpenedApp): Promise<void> {
  await heading("Log in to the library");
  await person.type(screen.getByLabelText("Library name"), "ada");
  await person.type(screen.getByLabelText("Password"), "lovelace");
  await person.click(button("Log in"));
}

it.each(["/books/list?page=2&search=a", "/books/create", "/config", "/loans/list"])(
  "whoever asked for %s without a session comes there after log-in",
  async (address) => {
    const app = await openApp(address, { loggedIn: false });
    await app.at("/login");
    await logIn(app);
    await app.at(address);
  },
);

it("by way of registration too", async () => {
  const app = await openApp("/books/create", { loggedIn: false });
  await app.heading("Log in to the library");
  await app.person.click(screen.getByRole("link", { name: "Register" }));
  await app.at("/register");
  await app.person.click(await screen.findByRole("link", { name: "Back to log-in" }));
  await logIn(app);
  await app.at("/books/create");
});

it.each(["/no/such/page", "/books", "/login"])("%s is no screen to come back to: / is", async (address) => {
  const app = await openApp(address, { loggedIn: false });
  await logIn(app);
  await app.at("/");
});

it.each([
  "//evil.example",
  "//evil.example/books/list",
  "/\\evil.example/list",
  "/\t/evil.example/list",
  "https://evil.example/books/list",
  "javascript:alert(1)",
  "books/list",
  "",
  7,
  null,
  { pathname: "/books/list" },
])("S33: to nothing but a screen of this page: not to %j", async (from) => {
  const app = await openApp("/login", { loggedIn: false });
  await app.heading("Log in to the library");
  act(() => app.go("/login", { from }));
  await logIn(app);
  await app.at("/");
});

it("a screen that the account may not open is refused as ever", async () => {
  const app = await openApp("/loans/list", { loggedIn: false, role: "stocker" });
  await logIn(app);
  await app.at("/");
  expect(app.toasts()).toContain("error: You have no permission for this page");
});

it("whoever logs out asked for nothing, also after going back", async () => {
  const app = await openApp("/books/list");
  await app.heading("Books");
  await app.person.click(app.button("Log out"));
  await app.person.click(app.button("Log me out"));
  await app.at("/login");
  act(() => app.go("/books/list"));
  await app.at("/login");
  await logIn(app);
  await app.at("/");
});

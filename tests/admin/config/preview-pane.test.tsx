import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useId } from "react";
import { Link, type Location } from "react-router-dom";
import { expect, it, vi } from "vitest";
import type { ConfigState } from "../../../src/admin/config/config-state.ts";
import { makeConfigStore } from "../../../src/admin/config/config-store.ts";
import type { PreviewTarget } from "../../../src/admin/config/preview.tsx";
import { PreviewPane } from "../../../src/admin/config/preview-pane.tsx";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import { AppContext, useApp } from "../../../src/admin/services/app-context.tsx";
import { makeCodeLoader } from "../../../src/admin/services/code-loader.ts";
import { useServices } from "../../../src/admin/services/services.ts";
import { Screen } from "../../../src/admin/shell/screen.tsx";
import { DRAFT_HEADER, PREVIEW_ROLE_HEADER } from "../../../src/wire/config-editing.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import type { AppView } from "../../../src/wire/views.ts";
import messages from "../../fixtures/library/messages.json";
import { makeFakeServer } from "../fake-server.ts";
import { servicesWith } from "../services/services-with.tsx";
import { fakeConfig, handClock } from "./fake-config.ts";

/** In place of the app's screens: says what it is given. */
function Screens({ location: { pathname } }: { readonly location: Location }) {
  const { view, user, locale } = useApp();
  const { client, overlays } = useServices();
  const wait = () => void overlays.run("Waiting", () => client.request("GET", "/api/books"));
  return (
    <Screen name="shown" title={`${view.title} at ${pathname}`}>
      <p>{`Permissions: ${user.permissions.join(", ")}`}</p>
      <p>{`Dates: ${locale}`}</p>
      <Link to="/subjects/create">Other screen</Link>
      <Link to="/loans/list">Other entity</Link>
      <p data-path="name">
        <label htmlFor="box">Name of it</label>
        <input id="box" className="form-field-control" />
        <button type="button" id={useId()} onClick={wait}>
          Ask
        </button>
      </p>
    </Screen>
  );
}

type Given = Partial<Pick<ConfigState, "token" | "answer">> & Partial<PreviewTarget>;

/** The pane beside an open draft; the server answers with a view that is named after what it was asked for. */
async function openPane(first: Given = {}, isStrict = false) {
  const server = await makeFakeServer();
  const view: AppView = await (await server.fetch(PATHS.config, {})).json();
  const asked: string[] = [];
  const waiting = new Map<string, () => void>();
  /** Held back until the test lets it go. */
  const held = new Set<string>();
  const gone = new Set<string>();
  const { services, wrapper } = servicesWith(async (path, init) => {
    const headers = new Headers(init.headers);
    const role = decodeURIComponent(headers.get(PREVIEW_ROLE_HEADER) ?? "");
    const draft = headers.get(DRAFT_HEADER) ?? "served";
    const name = role === "" ? draft : `${draft} as ${role}`;
    asked.push(path === PATHS.config ? name : `${path} of ${name}`);
    if (held.has(name)) await new Promise<void>((resolve) => waiting.set(name, resolve));
    if (gone.has(name)) {
      const body = { status: "error", errorCode: "DRAFT_GONE", message: "Gone", operation: "x" };
      return new Response(JSON.stringify(body), { status: 410 });
    }
    const { roles = [], ...others } = view;
    const told =
      role === ""
        ? { ...view, roles: [...roles, { name: draft, label: `Role of ${draft}` }] }
        : { ...others, dateLocale: "fr" };
    return new Response(JSON.stringify({ ...told, title: name }));
  });
  const { calls } = fakeConfig({});
  const store = { ...makeConfigStore({ calls, after: handClock().after }), askAgain: vi.fn() };
  const heard = { onScreen: vi.fn(), onPart: vi.fn(), onWide: vi.fn() };
  const app = {
    view,
    user: { ...server.user, permissions: [] },
    locale: "en",
    plugins: makeCodeLoader(() => Promise.reject(new Error("no plugin"))),
  };
  const pane = ({ token, answer, ...target }: Given) => (
    <AppContext value={app}>
      <MessagesContext value={{ language: "en", messages: { en: messages.en } }}>
        <PreviewPane
          Screens={Screens}
          entity="subjects"
          screen="list"
          isWide={false}
          {...heard}
          {...target}
          store={store}
          state={{ ...store.get(), token, answer }}
        />
      </MessagesContext>
    </AppContext>
  );
  document.title = "The page";
  const { rerender, container, unmount } = render(pane(first), { wrapper, reactStrictMode: isStrict });
  const role = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Seen as" });
  return {
    ...heard,
    asked,
    held,
    gone,
    store,
    services,
    container,
    unmount,
    role,
    letGo: (name: string) => act(async () => waiting.get(name)?.()),
    give: (next: Given) => rerender(pane(next)),
    see: (label: string) => userEvent.selectOptions(role(), label),
    shows: (heading: string) => screen.findByRole("heading", { level: 2, name: heading }),
  };
}

const problems = (token: string | null) => ({ problems: [], brought: [], changes: [], more: 0, token });

it("shows what is served while nothing is edited, and asks for nothing", async () => {
  const { shows, asked, container } = await openPane();
  await shows("Lending Library at /subjects/list");
  expect(asked).toEqual([]);
  expect(screen.getByRole("status").textContent).toBe("This is a preview: nothing is stored");
  expect(container.querySelector(".config-preview-head")?.className).toBe("config-preview-head");
  // It is a part of the page.
  expect([document.title, document.activeElement]).toEqual(["The page", document.body]);
  // Whatever the draft gives can be looked at.
  screen.getByText(/^Permissions: .*stock/);
});

it("shows the draft, the next one once it is here, and that one is older than its problems", async () => {
  const { shows, give, held, letGo, asked, container } = await openPane({
    token: "one",
    answer: problems("one"),
  });
  await shows("one at /subjects/list");
  held.add("two");
  give({ token: "two", answer: problems("two") });
  await waitFor(() => expect(asked).toEqual(["one", "two"]));
  await shows("one at /subjects/list");
  await letGo("two");
  await shows("two at /subjects/list");
  give({ token: "two", answer: problems(null) });
  expect(screen.getByRole("status").textContent).toBe(messages.en["config.previewOld"]);
  expect(container.querySelector(".config-preview-head")?.classList).toContain("config-preview-old");
  give({});
  await shows("Lending Library at /subjects/list");
  held.add("three");
  give({ token: "three" });
  await waitFor(() => expect(asked.at(-1)).toBe("three"));
  await shows("Lending Library at /subjects/list");
});

it("asks as the draft, and what it waits for is its own", async () => {
  const { shows, asked, services, held, letGo } = await openPane({ token: "one" });
  await shows("one at /subjects/list");
  const ask = screen.getByText("Ask");
  expect(ask.id).toContain("preview-");
  held.add("one");
  await userEvent.click(ask);
  await waitFor(() => expect(asked.at(-1)).toBe("/api/books of one"));
  expect(services.overlays.get()).toBeUndefined();
  await letGo("one");
});

it("shows what another role sees, its dates too, and the roles stay to be chosen", async () => {
  const { shows, see, role, asked } = await openPane({ token: "one" });
  const labels = () =>
    within(role())
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  await shows("one at /subjects/list");
  const all = labels();
  expect([all[0], all.at(-1)]).toEqual(["As I see it", "Role of one"]);
  await userEvent.type(screen.getByRole("textbox"), "typed");
  await see("keeper");
  await shows("one as keeper at /subjects/list");
  screen.getByText("Dates: fr");
  // What was done as another is forgotten.
  expect(screen.getByRole("textbox")).toHaveProperty("value", "");
  expect(labels()).toEqual(all);
  await see("As I see it");
  await shows("one at /subjects/list");
  expect(asked).toEqual(["one", "one as keeper", "one"]);
});

it("an answer for a role that is no longer looked at is not shown", async () => {
  const { shows, see, held, letGo, asked } = await openPane();
  held.add("served as keeper");
  await see("keeper");
  await waitFor(() => expect(asked).toEqual(["served as keeper"]));
  await see("stocker");
  await shows("served as stocker at /subjects/list");
  await letGo("served as keeper");
  await shows("served as stocker at /subjects/list");
});

it("has the draft made again where the server has dropped it, and shows the one before meanwhile", async () => {
  const { shows, give, gone, store, see } = await openPane({ token: "one" });
  await shows("one at /subjects/list");
  gone.add("two");
  give({ token: "two" });
  await waitFor(() => expect(store.askAgain).toHaveBeenCalledOnce());
  await shows("one at /subjects/list");
  gone.add("two as keeper");
  await see("keeper");
  await waitFor(() => expect(store.askAgain).toHaveBeenCalledTimes(2));
});

it("is wide where that is wanted, and says so", async () => {
  const { give, onWide, container } = await openPane();
  const wide = () => screen.getByRole("button", { name: "Wide view" });
  const isWide = () => container.querySelector(".config-preview")?.className.includes("wide");
  expect([wide().getAttribute("aria-pressed"), isWide()]).toEqual(["false", false]);
  await userEvent.click(wide());
  give({ isWide: true });
  expect([wide().getAttribute("aria-pressed"), isWide()]).toEqual(["true", true]);
  await userEvent.click(wide());
  expect(onWide.mock.calls).toEqual([[true], [false]]);
});

it("its parts can be found without a pointer: those of the list, of the form, of the start page", async () => {
  const { onPart, give } = await openPane();
  const parts = () => {
    const group = screen.getByText("Find in the text").closest("details");
    if (group === null) throw new Error("There are no parts.");
    return within(group).getAllByRole("button", { hidden: true });
  };
  const list = parts().map(({ textContent }) => textContent);
  await userEvent.click(parts()[0] as HTMLElement);
  expect(onPart.mock.calls).toEqual([[expect.objectContaining({ column: 0 }), false]]);
  const details = () => document.querySelector("details");
  details()?.setAttribute("open", "");
  give({ screen: "form" });
  expect(details()?.open).toBe(false);
  expect(parts().map(({ textContent }) => textContent)).not.toEqual(list);
  expect(parts()[0]?.textContent).toBe("Name");
  give({ screen: "home", entity: "" });
  expect(parts()[0]?.textContent).toBe("Books in all");
});

it("says where there is nothing to look at: the entity is not in the draft", async () => {
  const { give, shows } = await openPane({ entity: "new" });
  screen.getByText("There is nothing to look at yet");
  expect(screen.queryByText("Find in the text")).toBeNull();
  expect(screen.queryByRole("heading")).toBeNull();
  give({ entity: "", screen: "home" });
  await shows("Lending Library at /");
});

it("leads from screen to screen of its entity; a start page stays whatever is pressed", async () => {
  const { shows, onScreen, give } = await openPane();
  await shows("Lending Library at /subjects/list");
  await userEvent.click(screen.getByRole("link", { name: "Other screen" }));
  await waitFor(() => expect(onScreen.mock.calls).toEqual([["form"]]));
  give({ screen: "form" });
  await shows("Lending Library at /subjects/create");
  give({ screen: "list" });
  await shows("Lending Library at /subjects/list");
  give({ screen: "list", entity: "loans" });
  await shows("Lending Library at /loans/list");
  expect(onScreen).toHaveBeenCalledTimes(1);
  give({ screen: "home", entity: "" });
  await shows("Lending Library at /");
  await userEvent.click(screen.getByRole("link", { name: "Other entity" }));
  await shows("Lending Library at /");
  expect(onScreen).toHaveBeenCalledTimes(1);
});

it("what is pressed is found, and hears nothing more once it has gone", async () => {
  const { onPart, give, unmount, shows, container } = await openPane({ screen: "form" }, true);
  await shows("Lending Library at /subjects/create");
  await userEvent.click(screen.getByText("Name of it"));
  await userEvent.click(screen.getByRole("textbox"));
  const name = expect.objectContaining({ field: "name" });
  expect(onPart.mock.calls).toEqual([
    [name, false],
    [name, true],
  ]);
  // What can be pressed is what is shown now.
  give({ screen: "list" });
  await shows("Lending Library at /subjects/list");
  const place = container.querySelector(".config-preview");
  await userEvent.click(screen.getByText("Name of it"));
  expect(onPart.mock.lastCall).toEqual([expect.objectContaining({ field: "name", column: 0 }), false]);
  await userEvent.click(screen.getByText(/^Dates/));
  expect(onPart).toHaveBeenCalledTimes(3);
  unmount();
  expect(place?.childElementCount).toBe(0);
});

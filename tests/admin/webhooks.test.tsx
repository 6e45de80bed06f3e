import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { WEBHOOKS_PATH, type WebhookState } from "../../src/wire/webhooks.ts";
import { type Answer, refusal } from "./fake-server.ts";
import { openApp } from "./open-app.tsx";

const state = (values: Partial<WebhookState> = {}): WebhookState => ({
  id: "a1",
  entity: "loans",
  host: "hooks.library.example",
  path: "/loans",
  on: ["create", "update"],
  allowed: true,
  waiting: 0,
  failures: 0,
  nextTry: null,
  last: null,
  ...values,
});
const FAILING = state({
  waiting: 3,
  failures: 2,
  nextTry: "2026-03-04T15:06:00.000Z",
  last: { at: "2026-03-04T15:04:00.000Z", status: 503 },
});

const ok = (...webhooks: readonly WebhookState[]): Answer => ({ status: 200, body: { webhooks } });

async function open(answer: () => Answer, tried: () => Answer = answer, role = "director") {
  const app = await openApp("/webhooks", {
    role,
    prepare(server) {
      server.on(`GET ${WEBHOOKS_PATH}`, answer);
      server.on(`POST ${WEBHOOKS_PATH}/a1/try`, tried);
    },
  });
  return app;
}

describe("the page of webhooks", () => {
  it("is in the menu of those who may edit the config alone", async () => {
    const app = await open(() => ok(state()));
    await app.heading("Webhooks");
    expect(screen.getByRole("link", { name: "Webhooks" }).getAttribute("href")).toBe("/webhooks");
    app.unmount();
    const stocker = await open(() => refusal(403, "No"), undefined, "stocker");
    await stocker.heading("There is no such page");
    expect(screen.queryByRole("link", { name: "Webhooks" })).toBeNull();
  });

  it("says what waits, what came of the last attempt, and when the next one is", async () => {
    await open(() =>
      ok(FAILING, state({ id: "b2", path: "/well", last: { at: "2026-03-04T15:04:00.000Z", status: 204 } })),
    );
    const [bad, good] = await screen.findAllByRole("article");
    const words = (one: HTMLElement | undefined) => one?.textContent?.replaceAll(/\s+/g, " ");
    expect(words(bad)).toMatch(
      /hooks\.library\.example\/loans.*Waiting3.*refused: it answered 503.*Failed in a row2.*Next try/,
    );
    expect(words(good)).toMatch(/\/well.*Waiting0.*delivered/);
    expect(within(good as HTMLElement).queryByRole("button")).toBeNull();
  });

  it("says that nobody answered, that there are many, and that the operator has not named the host", async () => {
    const last = { at: "2026-03-04T15:04:00.000Z", status: null };
    await open(() => ok(state({ waiting: 1000, waitingIsMore: true, last, allowed: false })));
    const one = await screen.findByRole("article");
    expect(one.textContent).toMatch(/WEBHOOK_HOSTS.*1000 or more.*no answer/s);
    // It would be in vain.
    expect(within(one).queryByRole("button")).toBeNull();
  });

  it("marks those in trouble, names each by its area, and says what it sends", async () => {
    await open(() =>
      ok(
        state({ on: ["create", "update", "delete"] }),
        state({ id: "b2", entity: "gone", allowed: false, nextTry: FAILING.nextTry }),
        { ...FAILING, id: "f6" },
        state({ id: "c3", waiting: 1, last: { at: "2026-03-04T15:04:00.000Z", status: 300 } }),
        state({ id: "d4", last: { at: "2026-03-04T15:04:00.000Z", status: 199 } }),
        state({ id: "e5", last: { at: "2026-03-04T15:04:00.000Z", status: 299 } }),
      ),
    );
    const shown = await screen.findAllByRole("article");
    expect(shown.map(({ dataset }) => dataset.troubled)).toEqual([
      undefined,
      "true",
      "true",
      undefined,
      undefined,
      undefined,
    ]);
    expect(screen.getAllByRole("article", { name: "Loans" })).toHaveLength(5);
    screen.getByRole("article", { name: "gone" });
    const headings = shown.map((one) => within(one).getByRole("heading").lang);
    expect(headings.slice(0, 2)).toEqual(["en", ""]);
    const facts = shown.map((one) =>
      Object.fromEntries(
        [...one.querySelectorAll("dl div")].map((fact) => [
          fact.querySelector("dt")?.textContent,
          fact.querySelector("dd")?.textContent,
        ]),
      ),
    );
    expect(facts[0]).toEqual({
      Sends: "Created · Changed · Deleted",
      Waiting: "0",
      "Last attempt": "None yet",
    });
    // What is not allowed is not tried.
    expect(Object.keys(facts[1] ?? {})).not.toContain("Next try");
    expect(shown[2]?.querySelector("dd > time[datetime='2026-03-04T15:06:00.000Z']")?.textContent).toContain(
      "2026",
    );
    const outcomes = facts.slice(3).map((fact) => fact["Last attempt"]?.split(" · ")[1]);
    expect(outcomes).toEqual(["refused: it answered 300", "refused: it answered 199", "delivered"]);
    const buttons = screen.getAllByRole("button", { name: "Try now hooks.library.example/loans" });
    expect(buttons.map((button) => button.closest("article"))).toEqual([shown[2], shown[3]]);
    expect(screen.getAllByText(/WEBHOOK_HOSTS/)).toHaveLength(1);
  });

  it("tries at once, and shows what came of it", async () => {
    let isUp = false;
    const answer = () =>
      ok(isUp ? state({ last: { at: "2026-03-04T15:07:00.000Z", status: 200 } }) : FAILING);
    const app = await open(answer, () => {
      isUp = true;
      return answer();
    });
    await app.person.click(await screen.findByRole("button", { name: /^Try now/ }));
    expect(await screen.findByText(/delivered/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Try now/ })).toBeNull();
  });

  it("says why it could not be tried, and why there is nothing to see", async () => {
    const app = await open(
      () => ok(FAILING),
      () => refusal(403, "Not any more"),
    );
    await app.person.click(await screen.findByRole("button", { name: /^Try now/ }));
    expect(await screen.findByText("It could not be tried: Not any more")).toBeDefined();
    app.unmount();
    let isUp = false;
    const broken = await open(() => (isUp ? ok(state()) : refusal(500, "Broken")));
    await screen.findByText("Broken");
    isUp = true;
    await broken.person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("article")).toBeDefined();
  });
});

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keeps, openLoadedForm, STORED } from "../open-form.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const described = (element: HTMLElement) =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");

describe("the first field", () => {
  it("of a new record has the focus, without a complaint; leaving it empty is checked as in any other", async () => {
    const { field, person } = await openLoadedForm("subjects");
    expect(document.activeElement).toBe(field("Name"));
    expect(field("Name").getAttribute("aria-invalid")).not.toBe("true");
    await person.tab();
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
  });

  it("of a stored record has not: one reads it first", async () => {
    const { field } = await openLoadedForm("subjects", { id: STORED._id, serve: keeps({ name: "Birds" }) });
    expect(document.activeElement).not.toBe(field("Name"));
  });

  it("has not where the focus would open a keyboard over the screen", async () => {
    const coarse = (query: string) => query === "(pointer: coarse)";
    vi.spyOn(window, "matchMedia").mockImplementation((query) =>
      Object.assign(new EventTarget() as MediaQueryList, { matches: coarse(query), media: query }),
    );
    const { field } = await openLoadedForm("subjects");
    expect(document.activeElement).not.toBe(field("Name"));
  });
});

describe("“left blank, it stays”", () => {
  const HINT = "Left blank, it stays as it is";

  it("is said of a secret of a stored record", async () => {
    const { field } = await openLoadedForm("members", {
      id: STORED._id,
      serve: keeps({ username: "ada", role: "lender" }),
    });
    expect(described(field("Password"))).toContain(HINT);
    expect(screen.getAllByText(HINT)).toHaveLength(1);
  });

  it("is not said where there is none yet", async () => {
    await openLoadedForm("members");
    expect(screen.queryByText(HINT)).toBeNull();
  });

  it("is not said where nothing can be changed", async () => {
    await openLoadedForm("members", {
      id: STORED._id,
      serve: keeps({ username: "ada", role: "lender", isProtected: true }),
    });
    expect(screen.queryByText(HINT)).toBeNull();
  });
});

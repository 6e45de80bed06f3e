import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openGallery } from "./open-gallery.tsx";

const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe("the list of plugins", () => {
  test("has groups of what is installed and of stock, in the order of their folders, with what each is for", () => {
    openGallery("/");
    expect(document.title).toBe("Plugins");
    const groups = screen.getAllByRole("heading", { level: 2 }).map((heading) => {
      const items = within(heading.parentElement ?? document.body).getAllByRole("listitem");
      return [heading.textContent, ...texts(items)];
    });
    expect(groups).toEqual([
      [
        "Widgets of this installation",
        "broken2 problemsIts plugin.json cannot be used.",
        "noteA note; see Note.string · reference",
      ],
      [
        "Cells of this installation",
        "noteThe same in a list.string · reference",
        "torn1 problemIts plugin.json cannot be used.",
      ],
      ["Stock widgets", "addressAn object and a list of them.object · array"],
      ["Stock cells", "lost1 problemIts plugin.json cannot be used."],
    ]);
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links.slice(0, 3)).toEqual(["/", "/dev/plugins/widget/broken", "/dev/plugins/widget/note"]);
    expect(links.at(-1)).toBe("/dev/plugins/cell/lost");
    expect(screen.getByRole("navigation", { name: "Gallery" }).textContent).toBe("DevelopmentThe admin");
  });

  test("is what any other address shows", () => {
    openGallery("/some/where/else");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Plugins");
  });
});

describe("the page of a plugin", () => {
  const facts = () =>
    Object.fromEntries(
      screen.queryAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );

  test("says what a widget is, where it is, what it edits", () => {
    openGallery("/widget/note");
    expect(document.title).toBe("note – Plugins");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("note");
    expect(screen.getByText("Note", { selector: ".gallery-lead code" })).toBeTruthy();
    expect(facts()).toMatchObject({
      Kind: "widget",
      Folder: "plugins/note",
      Edits: "string, reference",
      "Default for": "string",
    });
    expect(screen.queryByText("What is wrong with it")).toBeNull();
    expect(screen.getByRole("link", { name: "Plugins" }).getAttribute("href")).toBe("/dev/plugins");
  });

  test("says the same of a cell, which has no record around it and asks for nothing", () => {
    openGallery("/cell/note");
    expect(facts()).toMatchObject({ Kind: "cell", Folder: "plugins/note/cell", Shows: "string, reference" });
    expect(facts()).not.toHaveProperty("Default for");
    expect(screen.getByRole("heading", { name: "Options" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Around the field" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Asked of the host" })).toBeNull();
  });

  test("says what is wrong with one that cannot be used, and shows no more of it", () => {
    openGallery("/widget/broken");
    expect(facts()).toEqual({ Kind: "widget", Folder: "plugins/broken" });
    const wrong = screen.getByRole("region", { name: "What is wrong with it" });
    expect(texts(within(wrong).getAllByRole("listitem"))).toEqual([
      expect.stringContaining("plugins/broken/index.tsx"),
      expect.stringContaining("plugins/broken/plugin.json"),
    ]);
    expect(screen.queryByRole("region", { name: "What is shown" })).toBeNull();
  });

  test("of no plugin says so, and leads to those that there are", () => {
    openGallery("/widget/lost");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Not found");
    expect(screen.getByText(/^There is no/).textContent).toBe(
      'There is no widget "lost". These plugins are installed.',
    );
    expect(screen.getByRole("link", { name: "These plugins" }).getAttribute("href")).toBe("/dev/plugins");
  });
});

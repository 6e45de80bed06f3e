import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { expect, it } from "vitest";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import { ChunkView, makeChunk, preloading } from "../../../src/admin/problem/chunk.tsx";

const TABLES = { language: "en", messages: { en: { "app.failed": "Not loaded", "app.retry": "Try again" } } };
/** Something happens between drawing and effects. */
function Meanwhile({ happens }: { readonly happens: () => void }) {
  useLayoutEffect(happens, [happens]);
  return null;
}
const Part = ({ name }: { readonly name: string }) => <p>Part {name}</p>;

it("a part that cannot be loaded says so in words, and loads when it is tried again", async () => {
  let tries = 0;
  const chunk = makeChunk(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: Part };
  });
  render(
    <MessagesContext value={TABLES}>
      <ChunkView chunk={chunk} props={{ name: "one" }} />
    </MessagesContext>,
  );
  await screen.findByText("Not loaded");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Part one");
  expect(tries).toBe(2);
});

it("is loaded once, and shown at once when it was loaded before", async () => {
  let tries = 0;
  const chunk = makeChunk(async () => {
    tries += 1;
    return { default: Part };
  });
  preloading(chunk)();
  await chunk.load();
  render(<ChunkView chunk={chunk} props={{ name: "two" }} />);
  screen.getByText("Part two");
  expect(tries).toBe(1);
});

it("is shown when a preload finishes after it was first drawn and before it could ask", async () => {
  let loaded: typeof Part | undefined;
  const chunk = { ...makeChunk(async () => ({ default: Part })), get: () => loaded };
  render(
    <>
      <ChunkView chunk={chunk} props={{ name: "three" }} />
      <Meanwhile
        happens={() => {
          loaded = Part;
        }}
      />
    </>,
  );
  await screen.findByText("Part three");
});

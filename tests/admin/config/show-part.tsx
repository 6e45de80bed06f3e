import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import type { ListedFile } from "../../../src/admin/config/file-list.tsx";
import { MessagesContext } from "../../../src/admin/messages/use-message.ts";
import messages from "../../fixtures/library/messages.json";

const Around = ({ children }: { readonly children: ReactNode }) => (
  <MemoryRouter>
    <MessagesContext value={{ language: "en", messages: { en: messages.en } }}>{children}</MessagesContext>
  </MemoryRouter>
);

/** Draws a part of the page by itself, with the library's English messages. */
export const showPart = (part: ReactNode) => render(part, { wrapper: Around });

/** A file that is served as it is on disk, but for what is said. */
export const listedFile = (path: string, more: Partial<ListedFile> = {}): ListedFile => ({
  path,
  state: "served",
  problems: 0,
  isEdited: false,
  isNew: false,
  isGone: false,
  isGoing: false,
  ...more,
});

import { act } from "@testing-library/react";
import { vi } from "vitest";

/** The person comes back to the window after a minute, and the line to the page. */
export async function comeBack(): Promise<void> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  await act(async () => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
  clock.mockRestore();
}

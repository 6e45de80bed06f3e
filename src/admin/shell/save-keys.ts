type PressedKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">;

/** Ctrl+S, ⌘S on a Mac. Alt and Ctrl together write letters on some keyboards. */
export function asksToSave({ key, altKey, ctrlKey, metaKey }: PressedKey): boolean {
  return key.toLowerCase() === "s" && !altKey && (ctrlKey || metaKey);
}

/** No text of a person begins so; JSON cannot. */
const MARK = "\0unreadable\0";

/** Why a file of another encoding cannot be read. */
export const NOT_UTF8 = "it is not saved as UTF-8";

/** What stands in the place of the text of a file that is there but cannot be read: a fault of that file, not of the folder. */
export function unreadableText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  // what was done where is nobody's help, and the place on the disk nobody's business
  return MARK + said.replace(/, [a-z]+( '.*')?$/s, "");
}

/** Why a file cannot be read; undefined where this is its text. */
export function whyUnreadable(text: string): string | undefined {
  return text.startsWith(MARK) ? text.slice(MARK.length) : undefined;
}

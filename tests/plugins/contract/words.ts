import type { ShownWidget } from "./trial.tsx";

const SPOKEN = [
  "aria-label",
  "aria-valuetext",
  "aria-description",
  "aria-roledescription",
  "aria-placeholder",
  "title",
  "alt",
  "placeholder",
];
/** Inputs that show their value as text. */
const TEXTUAL =
  "input:not([type=checkbox],[type=radio],[type=file],[type=range],[type=color],[type=hidden]),textarea";

/** Every text of it that is read or heard. */
export function wordsIn(root: Element): readonly string[] {
  const words: string[] = [];
  for (const element of [root, ...root.querySelectorAll<HTMLElement>("*")]) {
    if (element.closest("[hidden],script,style") !== null) continue;
    for (const child of element.childNodes) if (child.nodeType === 3) words.push(child.textContent ?? "");
    for (const name of SPOKEN) words.push(element.getAttribute(name) ?? "");
    if (element.matches(TEXTUAL)) words.push((element as HTMLInputElement).value);
  }
  return words.filter((text) => text.trim() !== "");
}

/** All that a widget says: in its place, elsewhere on the page, and through its host. */
export function wordsOf({ box, container, host }: ShownWidget): readonly string[] {
  const elsewhere = [...document.body.children].filter((element) => element !== container);
  const questions = host.all("confirm").flatMap(({ what: _, ...texts }) => Object.values(texts));
  return [
    ...[box, ...elsewhere].flatMap(wordsIn),
    ...host.all("toast").map(({ text }) => text),
    ...questions.filter((text) => typeof text === "string"),
  ];
}

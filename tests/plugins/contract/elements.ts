/** What people see and use of a drawn widget. */

const INTERACTIVE = [
  "a[href]",
  "button",
  "input:not([type=hidden])",
  "select",
  "textarea",
  "summary",
  "[contenteditable=true]",
  "[tabindex]",
  ...[
    "button",
    "link",
    "checkbox",
    "switch",
    "radio",
    "slider",
    "spinbutton",
    "textbox",
    "combobox",
    "option",
    "menuitem",
    "tab",
    "treeitem",
    "gridcell",
  ].map((role) => `[role=${role}]`),
].join(",");

export function isHidden(element: Element): boolean {
  return element.closest("[hidden],[aria-hidden=true],[inert]") !== null;
}

function isUsable(element: Element): boolean {
  const isContainer = element.matches(
    "[tabindex='-1']:not(input,button,select,textarea,a,[role=option],[role=button],[role=radio],[role=tab],[role=menuitem])",
  );
  return !isHidden(element) && !isContainer && !element.matches(":disabled,[aria-disabled=true]");
}

/** Everything below an element that a person can use. */
export function interactive(root: Element): readonly Element[] {
  return [...root.querySelectorAll(INTERACTIVE)].filter(isUsable);
}

export function isInteractive(element: Element): boolean {
  return element.matches(INTERACTIVE);
}

/** What names it, without which it could not be distinguished from others. */
export function described(element: Element): string {
  const role = element.getAttribute("role");
  const name =
    nameOf(element) || element.textContent?.trim().slice(0, 40) || element.getAttribute("class") || "";
  return `<${element.tagName.toLowerCase()}${role === null ? "" : ` role=${role}`}> "${name}"`;
}

const LABELABLE = "input,select,textarea,button,meter,output,progress";

/** Its accessible name, as far as attributes and labels give one. */
export function nameOf(element: Element): string {
  const ids = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
  const byIds = ids
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();
  if (byIds !== "") return byIds;
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  if (!element.matches(LABELABLE)) return "";
  return [...document.querySelectorAll("label")]
    .filter((one) => one.htmlFor === element.id && element.id !== "")
    .map((one) => one.textContent)
    .join(" ");
}

/** Ids that an attribute names and that nothing on the page has. */
export function danglingIds(root: Element): readonly string[] {
  return ["aria-describedby", "aria-labelledby", "aria-activedescendant", "aria-controls"].flatMap(
    (attribute) =>
      [...root.querySelectorAll(`[${attribute}]`)].flatMap((element) =>
        (element.getAttribute(attribute) ?? "")
          .split(/\s+/)
          .filter((id) => id !== "" && document.getElementById(id) === null)
          .map((id) => `${described(element)} has ${attribute}="${id}", which nothing is`),
      ),
  );
}

/** All that a person sees or hears of it: texts, what stands in its controls, pictures. */
export function shownIn(root: Element): string {
  const parts: string[] = [];
  for (const element of [root, ...root.querySelectorAll("*")]) {
    // A toolbar shows where the cursor is.
    if (isHidden(element) || element.closest("[role=toolbar]") !== null) continue;
    for (const child of element.childNodes)
      if (child.nodeType === 3 && child.textContent?.trim()) parts.push(child.textContent.trim());
    for (const name of [
      "aria-valuetext",
      "aria-checked",
      "aria-pressed",
      "aria-label",
      "src",
      "alt",
      "href",
    ]) {
      const value = element.getAttribute(name);
      if (value !== null) parts.push(`${name}=${value}`);
    }
    if (element instanceof HTMLInputElement) parts.push(`${element.value} ${element.checked}`);
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
      parts.push(element.value);
  }
  return parts.join("\n");
}

const POINTED = [
  "onClick",
  "onMouseDown",
  "onPointerDown",
  "onMouseUp",
  "onPointerUp",
  "onTouchStart",
  "onDoubleClick",
];

/** Elements that listen to a pointer through React. */
export function clickable(root: Element): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("*")].filter((element) => {
    const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
    const props: unknown = key === undefined ? undefined : Reflect.get(element, key);
    return typeof props === "object" && props !== null && POINTED.some((name) => name in props);
  });
}

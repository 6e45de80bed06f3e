/** Paths in a square of 16, drawn as lines. The names are also the buttons' messages. */
const PATHS = {
  bold: "M4.5 2.5h4a2.6 2.6 0 0 1 0 5.2h-4zm0 5.2h4.8a2.9 2.9 0 0 1 0 5.8H4.5z",
  italic: "M6.5 2.5h5M4.5 13.5h5M9.2 2.5l-2.4 11",
  underline: "M4 2.5v5a4 4 0 0 0 8 0v-5M3.5 14h9",
  strike:
    "M2.5 8h11M11.5 4.6C11 3.2 9.7 2.5 8 2.5c-2 0-3.5 1-3.5 2.7 0 1.2.8 2 2 2.5M4.4 11c.5 1.6 1.9 2.5 3.8 2.5 2 0 3.4-1 3.4-2.6",
  bulletList: "M6 3.5h8M6 8h8M6 12.5h8M2.5 3.5h.01M2.5 8h.01M2.5 12.5h.01",
  orderedList:
    "M6.5 3.5H14M6.5 8H14M6.5 12.5H14M2 2.2l1-.5v3.6M1.8 10.8c.4-.8 2-.7 2 .4 0 .9-1.4 1.4-2 2.6h2.2",
  alignLeft: "M2 3h12M2 6.3h7M2 9.7h12M2 13h7",
  alignCenter: "M2 3h12M4.5 6.3h7M2 9.7h12M4.5 13h7",
  alignRight: "M2 3h12M7 6.3h7M2 9.7h12M7 13h7",
  alignJustify: "M2 3h12M2 6.3h12M2 9.7h12M2 13h12",
  link: "M6.7 9.3a2.7 2.7 0 0 0 3.9 0l2.3-2.3a2.75 2.75 0 0 0-3.9-3.9l-.8.8M9.3 6.7a2.7 2.7 0 0 0-3.9 0L3.1 9a2.75 2.75 0 0 0 3.9 3.9l.8-.8",
  insertImage: "M2 3h12v10H2zM2.5 11.5 6 8l2.5 2.5L11 8l2.8 2.8M5.5 5.8h.01",
  pictureText: "M2 3h12v10H2zM4.5 10.5 6.2 6l1.7 4.5M5 9.2h2.4M9.7 6v4.5h2.3",
  undo: "M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7",
  redo: "m10.5 3 3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H9",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
      className="rich-text-icon"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

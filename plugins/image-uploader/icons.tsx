/** Paths in a square of 16, drawn as lines. */
const PATHS = {
  add: "M8 3v10M3 8h10",
  download: "M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10",
  remove: "M2.5 4.5h11M6.5 4V2.5h3V4M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4",
  close: "m3.5 3.5 9 9m0-9-9 9",
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
      className="images-icon"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

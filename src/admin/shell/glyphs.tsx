import type { ToastKind } from "../services/toast-store.ts";

/** The drawings that are needed before the icon font is loaded. */
function Glyph({ path }: { readonly path: string }) {
  return (
    <svg className="glyph" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const KINDS: Readonly<Record<ToastKind, string>> = {
  success: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8ZM5.3 8.2l1.9 1.9 3.6-4",
  warning: "M8 2.2 14.4 13.4H1.6ZM8 6.6v3M8 11.5v.01",
  error: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8ZM8 4.8v3.8M8 11.1v.01",
  news: "M13.6 6A6 6 0 0 0 2.6 5.2M2.4 10a6 6 0 0 0 11 .8M2.3 2.4v3h3M13.7 13.6v-3h-3",
};

export const KindIcon = ({ kind }: { readonly kind: ToastKind }) => <Glyph path={KINDS[kind]} />;
export const CloseIcon = () => <Glyph path="M4 4l8 8M12 4l-8 8" />;
export const EyeIcon = () => (
  <Glyph path="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z" />
);
export const EyeOffIcon = () => (
  <Glyph path="M2 2l12 12M6.3 3.8C6.8 3.6 7.4 3.5 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-2 2.4M4 4.9A10.8 10.8 0 0 0 1.5 8S4 12.5 8 12.5c1.2 0 2.2-.4 3.1-.9M6.7 6.6a2 2 0 0 0 2.7 2.8" />
);

/** A PrimeIcons glyph by its name without `pi-`; hidden from screen readers. */
export function Icon({ name }: { readonly name: string }) {
  return <i className={`pi pi-${name}`} aria-hidden="true" />;
}

/** A PrimeIcons glyph by its name without `pi-`; says nothing to screen readers. */
export function Icon({ name }: { readonly name: string }) {
  return <i className={`pi pi-${name}`} aria-hidden="true" />;
}

/** A text of a manifest: what stands in backticks is code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split("`").map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their order
    return at % 2 === 1 ? <code key={at}>{part}</code> : part;
  });
}

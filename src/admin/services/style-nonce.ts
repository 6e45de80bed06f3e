/** The nonce of this page's Content-Security-Policy for styles, which PrimeReact puts on the style elements it makes. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
}

/** Of every answer. No `upgrade-insecure-requests` and no HSTS: an installation may use plain HTTP. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "x-permitted-cross-domain-policies": "none",
};

/** Of everything but the page: a browser that shows it runs nothing in it. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Of the page.
 * @param nonce allows the style elements that components add
 * @param imageOrigin of the images' addresses, where they have one
 */
export function pagePolicy(nonce: string, imageOrigin: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self'${imageOrigin === undefined ? "" : ` ${imageOrigin}`} data: blob:`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

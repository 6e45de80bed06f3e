/** What happy-dom has not, and browsers have: pictures, what `hidden` looks like, links that a test must not follow. */
export function addBrowserParts(): void {
  const style = document.createElement("style");
  style.textContent = "[hidden] { display: none !important; }";
  document.head.append(style);
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a[href]") !== null) event.preventDefault();
  });
  globalThis.createImageBitmap = async () => ({ width: 4, height: 3, close() {} });
  HTMLCanvasElement.prototype.toBlob = (give, type) =>
    give(new Blob(["small"], { type: type ?? "image/png" }));
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", { value: () => ({ drawImage() {} }) });
}

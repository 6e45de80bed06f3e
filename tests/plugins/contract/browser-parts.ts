import { vi } from "vitest";

/**
 * What happy-dom has not, and browsers have: pictures, what `hidden` looks like, links that a test must not follow. For
 * `beforeAll`: the answer takes it away again, since the files of a worker share the page.
 */
export function addBrowserParts(): () => void {
  const style = document.createElement("style");
  style.textContent = "[hidden] { display: none !important; }";
  document.head.append(style);
  const stay = (event: Event) => {
    if (event.target instanceof Element && event.target.closest("a[href]") !== null) event.preventDefault();
  };
  document.addEventListener("click", stay);
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4, height: 3, close() {} }));
  const canvas = HTMLCanvasElement.prototype;
  const { toBlob, getContext } = Object.getOwnPropertyDescriptors(canvas);
  Object.defineProperties(canvas, {
    toBlob: {
      ...toBlob,
      value: (give: BlobCallback, type?: string) => give(new Blob(["small"], { type: type ?? "image/png" })),
    },
    getContext: { ...getContext, value: () => ({ drawImage() {} }) },
  });
  return () => {
    style.remove();
    document.removeEventListener("click", stay);
    vi.unstubAllGlobals();
    Object.defineProperties(canvas, { toBlob, getContext });
  };
}

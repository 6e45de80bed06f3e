import { describe, expect, it } from "vitest";
import { checkConfig } from "../../src/compiler/compile.ts";
import { API, isApiAddress, PATHS, smallImageUrl } from "../../src/wire/paths.ts";
import { libraryWith, PLUGINS } from "../model/library.ts";

const NAME = `${"n".repeat(43)}.png`;

describe("the fixed addresses", () => {
  const own = Object.values(PATHS).map((path) => path.slice(API.length));
  const coming = ["/account/password", "/journal", "/changes", "/preferences"];

  it.each([...own, ...coming])(
    "no entity's endpoint may be %s, nor below it, nor anything that leads there",
    async (path) => {
      for (const endpoint of [path, `${path}/{id}`, `/{any}${path}`]) {
        const files = await libraryWith({
          "entities/books.json": (json) => {
            json.endpoints = { list: endpoint, record: `${endpoint}/{id}` };
          },
        });
        const codes = checkConfig(files, PLUGINS).problems.map(({ code }) => code);
        expect(codes, endpoint).toContain("DUPLICATE_ROUTE");
      }
    },
  );
});

describe("what is below /api", () => {
  it.each(["/api", "/api/", "/api?x", "/api/rest/books?page=1"])("%s is", (url) => {
    expect(isApiAddress(url)).toBe(true);
  });
  it.each(["/", "/apis", "/login?next=/api/", "//api/", "/x/api/"])("%s is not", (url) => {
    expect(isApiAddress(url)).toBe(false);
  });
});

describe("the small rendition", () => {
  it.each([
    ["/api/images/a.png", "/api/images/small/a.png"],
    [`https://cms.example${PATHS.image}/${NAME}`, `https://cms.example${PATHS.smallImage}/${NAME}`],
    [`http://10.0.0.1:3000${PATHS.image}/${NAME}`, `http://10.0.0.1:3000${PATHS.smallImage}/${NAME}`],
  ])("of %s", (url, small) => {
    expect(smallImageUrl(url)).toBe(small);
  });

  it.each([
    "https://elsewhere/m.jpg",
    "https://elsewhere/api/images/m.jpg",
    `https://elsewhere/x/api/images/${NAME}`,
    `https://elsewhere/?/api/images/${NAME}`,
    `//elsewhere/api/images/${NAME}`,
    `javascript:alert(1)/api/images/${NAME}`,
    "data:image/png;base64,AAAA",
  ])("none of %s", (url) => {
    expect(smallImageUrl(url)).toBe(url);
  });
});

import { describe, expect, it } from "vitest";
import { checkConfig } from "../../src/compiler/compile.ts";
import { serverRoutes } from "../../src/server/runtime/server-routes.ts";
import { belowApi, isApiAddress, PATHS, smallImageUrl } from "../../src/wire/paths.ts";
import { libraryWith, PLUGINS } from "../model/library.ts";
import { buildServer } from "../server/build-server.ts";
import { idleParts } from "../server/idle-parts.ts";

const NAME = `${"n".repeat(43)}.png`;

/** The first parts of all addresses that are neither an entity's nor of the config's `accounts.endpoints`. */
async function ownParts(): Promise<string[]> {
  const server = await buildServer();
  const { config, routes } = server.holder.current;
  const endpoints = Object.values(config.app.accounts.endpoints);
  const own = [...serverRoutes({ ...idleParts(server), editing: undefined }), ...routes.routes].filter(
    ({ entity, pattern }) => entity === undefined && !endpoints.includes(pattern),
  );
  const addresses = [...Object.values(PATHS).map(belowApi), ...own.map(({ pattern }) => pattern)];
  return [...new Set(addresses.map((address) => address.split("/")[1] ?? ""))];
}

it("no entity's endpoint may be an address of the server's own, nor below it, nor anything that leads there", async () => {
  const parts = await ownParts();
  expect(parts).toEqual(expect.arrayContaining(["config", "journal", "changes", "webhooks", "home"]));
  // Nothing answers at /account yet: it is kept for what is to come.
  for (const part of [...parts, "account"])
    for (const endpoint of [`/${part}`, `/${part}/{id}`, `/${part}/below`, `/{any}/${part}`]) {
      const files = await libraryWith({
        "entities/books.json": (json) => {
          json.endpoints = { list: endpoint, record: `${endpoint}/{id}` };
        },
      });
      const codes = checkConfig(files, PLUGINS).problems.map(({ code }) => code);
      expect(codes, endpoint).toContain("DUPLICATE_ROUTE");
    }
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

import type { PluginManifest } from "../../src/model/plugin-manifest.ts";
import { makeRegistry } from "../../src/plugin/make-registry.ts";
import type { AnyServerPlugin } from "../../src/plugin/server-half.ts";

const manifests = import.meta.glob<PluginManifest>(["/plugins/*/plugin.json", "/src/stock/*/*/plugin.json"], {
  eager: true,
  import: "default",
});
const servers = import.meta.glob<AnyServerPlugin>("/plugins/*/server.ts", { eager: true, import: "default" });

/** The plugins that are really there, as the server finds them. */
export const INSTALLED = makeRegistry(
  Object.entries(manifests).map(([path, manifest]) => {
    const folder = path.replace("/plugin.json", "");
    const server = servers[`${folder}/server.ts`];
    return { folder, manifest, ...(server === undefined ? {} : { server }) };
  }),
);

import { resolve } from "node:path";
import { build, type Plugin } from "vite";

const WRAPPED = "\0with-faults:";

/** Every plugin of `plugins/` is wrapped by `withFaults`; its own chunk stays one. */
function wrapPlugins(): Plugin {
  const folder = resolve("plugins");
  return {
    name: "with-faults",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (importer === undefined || importer.startsWith(WRAPPED) || importer.startsWith(folder)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const isPlugin = found?.id.startsWith(folder) === true && found.id.endsWith("/index.tsx");
      return isPlugin ? WRAPPED + found.id : null;
    },
    load(id) {
      if (!id.startsWith(WRAPPED)) return null;
      const own = JSON.stringify(id.slice(WRAPPED.length));
      return `import plugin from ${own};
import { withFaults } from ${JSON.stringify(resolve("tests/browser/with-faults.tsx"))};
export default withFaults(plugin);`;
    },
  };
}

/** Builds the page as it is served, but for plugins that break as they are told (`fault.ts`). */
export async function buildFaulty(folder: string): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  try {
    await build({
      logLevel: "warn",
      plugins: [wrapPlugins()],
      build: { outDir: folder, minify: false, reportCompressedSize: false },
    });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { minify, type Plugin } from "vite";
import { configDefaults, defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  { find: /^admin\/testing$/, replacement: here("./src/testing.ts") },
  { find: /^admin\/widget-testing$/, replacement: here("./src/widget-testing.ts") },
  { find: /^admin$/, replacement: here("./src/index.ts") },
  // RJSF renders descriptions as Markdown; ours are plain text. Saves 31 kB of the form's script.
  { find: /^markdown-to-jsx(\/react)?$/, replacement: here("./src/admin/form/no-markdown.tsx") },
];

const FIRST_PAINT = "src/browser/first-paint.js";

/** The one script that is no module: it runs before the first paint, so the bundler, which makes modules, leaves it alone. */
function firstPaint(): Plugin {
  let place = "";
  return {
    name: "first-paint",
    apply: "build",
    async buildStart() {
      if (this.environment.name !== "client") return;
      const { code } = await minify(FIRST_PAINT, readFileSync(here(FIRST_PAINT), "utf8"));
      place = this.emitFile({ type: "asset", name: "first-paint.js", source: code });
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html.replace(/<script src="[^"]*first-paint.js">/, '<script vite-ignore src="/%FIRST_PAINT%">'),
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return;
        page.source = String(page.source).replace("%FIRST_PAINT%", this.getFileName(place));
      },
    },
  };
}

/** Where modules are kept for a run of several projects, each of which would transform most of them anew. */
const modules = process.env.MODULES_FOLDER;
const inline = { server: { deps: { inline: [/@rjsf/, /primereact/] } } };
const slow = ["tests/browser/**", "tests/server/event-loop/**", "tests/server/faults/**"];
/** Tests that measure time: nothing runs beside them. */
const measured = [
  "tests/browser/screens-speed.test.ts",
  "tests/server/store/journal-cost.test.ts",
  "tests/cli/check-speed.test.ts",
];
/** Tests of the API that `npm test` runs on PostgreSQL too. */
const onBothEngines = [
  "tests/server/accounts/last-holder.test.ts",
  "tests/server/config/published-folder.test.ts",
  "tests/server/images/binned-images.test.ts",
  "tests/server/records/{filters,history,history-pages,lists,merge-versions,references}.test.ts",
  "tests/server/sessions/*.test.ts",
  "tests/server/webhooks/page.test.ts",
];
/** They are about the file or its engine, or about no store: nothing in them depends on PostgreSQL. */
const aboutFiles = [
  "tests/server/store/**",
  "tests/server/full-disk/**",
  "tests/server/http/**",
  "tests/server/hooks/**",
  "tests/server/records/filtered-speed.test.ts",
  // It looks at the rows of the file.
  "tests/server/images/image-rights.test.ts",
];
/** `npm run test:postgres` runs all there. */
const isAllOnPostgres = process.env.STORE === "postgres";
/** Browser stories that `npm test` runs on PostgreSQL, through two servers; `npm run test:postgres` runs all, through one as well. */
const storiesOnPostgresAlone = ["tests/browser/two-people.test.ts"];
const storiesAboutFiles = [
  // The store's file, its folder and its restore.
  "tests/browser/{npm-start,restore}.test.ts",
  // They write into the folder of the config, which is not what a server on PostgreSQL serves.
  "tests/browser/{live-config,screens-narrow,walk-through}.test.ts",
  // About the page: its weight and its plugins, whatever the store.
  "tests/browser/{bytes,weight,gallery,isolation}.test.ts",
];
/** `npm run test:stories` runs them too: what components' tests know of already, or other stories pass through. */
const storiesOfWholeRound =
  process.env.STORIES === "all" || isAllOnPostgres
    ? []
    : [
        ...storiesOnPostgresAlone,
        "tests/browser/{accounts-users,charts,display,focus-in-sight,gallery,isolation,leaving-history,list-columns}.test.ts",
        "tests/browser/{failing-server-lists,failing-server-log-in,failing-server-pickers,list-return,long-words}.test.ts",
        "tests/browser/{marketing-carousels,marketing-shops,notices-in-place,person-menu,time-zone,walk-through,weight}.test.ts",
        "tests/browser/screens-{data,narrow,roles,shell}.test.ts",
      ];
/** `npm run test:loop` asks them too. Of the server the shop has nothing that the library does not ask for; a large config is worked on with turns for others in `long-work.test.ts` too. */
const businessesOfWholeRound =
  process.env.LOOP_RUNS === undefined ? ["tests/server/event-loop/{config,shop}.test.ts"] : [];
const stories = {
  environment: "node",
  testTimeout: 90_000,
  // What a page comes to is waited for as long as what is clicked in it (`visit.ts`).
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 180_000,
} as const;

function storiesOnPostgres(name: string, SERVERS: string) {
  return {
    extends: true as const,
    test: {
      name,
      env: { STORE: "postgres", SERVERS },
      include: isAllOnPostgres ? ["tests/browser/**/*.test.ts"] : storiesOnPostgresAlone,
      exclude: [...configDefaults.exclude, ...measured, ...storiesAboutFiles],
      isolate: false,
      globalSetup: ["tests/browser/global-setup.ts", "tests/browser/seeded-database.ts"],
      ...stories,
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), firstPaint()],
  resolve: { alias },
  publicDir: false,
  // A build beside a running dev server is none of its business.
  server: { watch: { ignored: ["**/.building-*/**", "**/dist/**", "**/data/**"] } },
  build: isSsrBuild
    ? { outDir: "dist/server", target: "node20", minify: false, emptyOutDir: true }
    : {
        outDir: "dist/browser",
        target: "es2022",
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // Left to the bundler, an import elsewhere splits what every page begins with, which costs up to 1.6 kB, and what every
        // page behind log-in begins with, each of whose files the log-in page has to name; React and SWR also stay cached when
        // the product changes.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "frame", test: /src\/browser\/browser\.tsx$/ },
                { name: "swr", test: /node_modules\/(swr|use-sync-external-store|dequal)\// },
                { name: "app", test: /src\/admin\/app\/app\.tsx$/ },
              ],
            },
          },
        },
        // The one large chunk is the config page's editor; tests/browser/bytes.test.ts weighs what others load.
        chunkSizeWarningLimit: 1000,
        emptyOutDir: true,
      },
  test: {
    // By default one processor is left idle. All projects but the last take from one queue, so that none waits for another.
    maxWorkers: "100%",
    ...(modules === undefined ? {} : { experimental: { fsModuleCache: true, fsModuleCachePath: modules } }),
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["tests/**/*.test.ts", "plugins/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...slow, ...measured],
          // A module has no effect on import (R1), so files may share what is imported: half the time.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          ...inline,
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          environment: "happy-dom",
          isolate: false,
          setupFiles: ["tests/component-setup.ts"],
          include: ["tests/**/*.test.tsx", "plugins/**/*.test.tsx"],
          exclude: [...configDefaults.exclude, ...slow],
          testTimeout: 20_000,
          ...inline,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...measured, ...storiesOfWholeRound],
          // Files share what is imported, and a worker's Chromium.
          isolate: false,
          globalSetup: ["tests/browser/global-setup.ts", "tests/browser/seeded-data.ts"],
          ...stories,
        },
      },
      {
        extends: true,
        test: {
          // They measure time too, but leave out what the server waits for the processor: others may run beside them.
          name: "event-loop",
          include: ["tests/server/event-loop/*.test.ts"],
          exclude: [...configDefaults.exclude, ...businessesOfWholeRound],
          globalSetup: ["tests/browser/global-setup.ts"],
          ...stories,
        },
      },
      {
        extends: true,
        test: {
          // What asks the API most of all, on the other engine; `npm run test:postgres` runs all of it there.
          name: "postgres",
          environment: "node",
          env: { STORE: "postgres" },
          include: isAllOnPostgres ? ["tests/server/**/*.test.ts"] : onBothEngines,
          exclude: [...configDefaults.exclude, ...slow, ...measured, ...aboutFiles],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          ...inline,
        },
      },
      ...(isAllOnPostgres ? [storiesOnPostgres("stories-postgres", "1")] : []),
      storiesOnPostgres("stories-two-servers", "2"),
      {
        extends: true,
        test: {
          // They start the built product, often.
          name: "faults",
          include: ["tests/server/faults/*.test.ts"],
          globalSetup: ["tests/browser/global-setup.ts"],
          ...stories,
        },
      },
      {
        extends: true,
        test: {
          name: "measured",
          include: measured,
          globalSetup: ["tests/browser/global-setup.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...stories,
        },
      },
    ],
  },
}));

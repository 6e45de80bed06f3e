// Runs a TypeScript file in a process of its own: node run-typescript.mjs <file> <arguments…>
import { runnerImport } from "vite";

await runnerImport(process.argv[2] ?? "", { configFile: false, logLevel: "error" });

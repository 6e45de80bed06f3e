// @ts-check
import { loadServer } from "./build.mjs";

const { removeSampleData } = await loadServer();
await removeSampleData(process.env);

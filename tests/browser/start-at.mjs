// What `npm start` starts, with the page of another folder: the only argument.
import { start } from "../../dist/server/server.js";

const [, , browserFolder = ""] = process.argv;
await start(process.env, { browserFolder });

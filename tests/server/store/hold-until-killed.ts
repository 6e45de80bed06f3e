import { hold } from "../../../src/server/store/sqlite/file/hold.ts";

/** Holds the file named first until it is killed; says whether it got it. */
const [file = ""] = process.argv.slice(2);
console.log(hold(file) === undefined ? "taken" : "held");
setInterval(() => {}, 60_000);

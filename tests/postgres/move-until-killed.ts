/** Moves the business of one place to another, until it is killed: node move-until-killed.js FROM TO */
import { placeOf } from "../../src/node/business-place.ts";
import { moveBusiness } from "../../src/node/move-business.ts";

const [from = "", to = ""] = process.argv.slice(2);
console.log("begins");
await moveBusiness(placeOf(from), placeOf(to));
console.log("done");

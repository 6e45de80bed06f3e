/** Moves the business of one place to another, until it is killed: node move-until-killed.js FROM TO */
import { businessPlace } from "../../src/node/business-place.ts";
import { moveBusiness } from "../../src/node/move-business.ts";

const [from = "", to = ""] = process.argv.slice(2);
console.log("begins");
await moveBusiness(businessPlace(from), businessPlace(to));
console.log("done");

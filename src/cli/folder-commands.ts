/** What the commands over a config folder run: without a server, a store or React, so that they start at once. */
export { check } from "./check.ts";
export { docs } from "./docs.ts";
export { migrate } from "./migrate.ts";
export { newPlugin } from "./new-plugin.ts";
export { schema } from "./schema.ts";

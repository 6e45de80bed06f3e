/** The commands over a config folder. They need no server, store or React, so that they start at once. */
export { check } from "./check.ts";
export { docs } from "./docs.ts";
export { migrate } from "./migrate.ts";
export { newPlugin } from "./new-plugin.ts";
export { schema } from "./schema.ts";

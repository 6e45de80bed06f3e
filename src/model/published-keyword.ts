/**
 * Our own keyword in the published schemas, at each keyword of a field: the types of field that may have it. Only the editor of
 * /config reads it.
 */
export const TYPES_KEYWORD = "x-types";

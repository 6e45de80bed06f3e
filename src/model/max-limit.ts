/** Most records that one answer to a list has. */
export const MAX_LIMIT = 100;

/**
 * The header of answers with records: which accounts of their `updatedById` may be named to people, with commas between them. Without
 * it all may. `updatedBy` itself stays the name as it was then.
 */
export const SEEN_ACCOUNTS_HEADER = "seen-accounts";

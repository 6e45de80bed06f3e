/** How long what was typed is kept on the device. A file of its own: what every page loads has no more of drafts. */
export const DRAFT_DAYS = 7;

/** In local storage where drafts may be stored: without it nobody need look for them. */
export const DRAFTS_KEY = "drafts";

/** The header of answers to requests that write: what `UndoRequest` names. Apart from the journal, which the log-in page does not load. */
export const CHANGE_ID_HEADER = "change-id";

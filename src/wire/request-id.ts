/** The header of every answer: the name of the request in the operator's log, and of its changes in the journal. */
export const REQUEST_ID_HEADER = "x-request-id";

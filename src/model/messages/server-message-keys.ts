import { type MessageKey, message, publicMessage } from "./config-message-keys.ts";

/** What the server answers with: refused requests, failures, what broke. */
export const SERVER_MESSAGE_KEYS = {
  // server hooks of plugins
  "plugin.serverFailed": message("A plugin's part on the server broke. {label} {plugin}"),
  "plugin.serverSlow": message("It did not answer in time. {label} {plugin}"),
  // the server's own
  "server.unauthenticated": publicMessage("No session"),
  "server.forbidden": message("Lacks the permission"),
  "server.recordRight": message("May look at the record, but not do this with it"),
  "server.fieldRight": message("May see the field, but not change it. {label}"),
  "server.partRight": message(
    "The record would not be one of those that this person may save any more, by this field. {label}",
  ),
  "server.notFound": publicMessage("No such record or address"),
  "server.invalid": publicMessage("The request breaks rules of the record"),
  "server.badRequest": publicMessage("The request cannot be understood"),
  "server.preference": message("No such preference, or none that may have this value"),
  "server.badQuery": message("Page, limit or sort of a list request is wrong. {name}"),
  "server.stale": message("Changed since it was read. {by} {at}"),
  "server.staleDeletion": message("The same of what was to be deleted. {by} {at}"),
  "server.draftGone": message("The draft of the config that was looked at is not kept any more"),
  "server.draftReads": message("Something was to be stored while looking at a draft of the config"),
  "server.protectedDeletion": message("System sample data cannot be deleted"),
  "server.referredTo": message("Others refer to it. {count} {names}"),
  "server.others": message("Among those names: records that this person may not see"),
  "server.lastAdmin": message(
    "The last account that may manage accounts; {roles}: one of them has to be given to another",
  ),
  "server.lastEditor": message("The same of the last account that may edit the config. {roles}"),
  "server.ownAccount": message("Nobody deletes their own account"),
  "server.role": publicMessage("A role that this account may not give"),
  "server.tooLarge": publicMessage("The request is too large. {limit}"),
  "server.imageOfOthers": message(
    "An image may not be deleted: it is another's upload, or used by records that this account may not change",
  ),
  "server.notAnImage": message("The file is no image. {name}"),
  "server.tooManyFiles": message("Too many files in one upload. {limit}"),
  "server.tooManyStreams": message("More open pages of one account than the server tells of changes"),
  "server.tooManyTries": publicMessage("Too many tries. {seconds}"),
  "server.tooSlow": publicMessage("The request came too slowly"),
  "server.busy": publicMessage("Too much is under way, or the server is about to end; soon it goes again"),
  "server.internal": publicMessage(
    "Something broke that is not the person's fault. {request}: its number in the operator's log; stands at the end where the message does not have it",
  ),
  "server.notStored": message("Nothing can be stored: the server's disk refuses"),
  "server.outcomeUnknown": message("The database was lost at the moment of saving: it may be stored, or not"),
  "server.storeAway": message("The database cannot be reached, so that nothing can be read"),
  "server.diskFull": message("Nothing can be stored: the server's disk is full"),
  "server.deleted": message("Answer to a deletion"),
  "server.loggedOut": message("Answer to a log-out"),
} as const satisfies Record<string, MessageKey>;

import { type MessageKey, message } from "./config-message-keys.ts";

/** The messages about what was typed and is not saved, and what becomes of it. */
export const DRAFT_MESSAGE_KEYS = {
  "form.leave": message("Question before leaving a form with unsaved changes"),
  "form.leaveTitle": message("Its title"),
  "form.leaveYes": message("Its yes"),
  "form.leaveKept": message("The same where what was typed can be kept on this device, for {days} days"),
  "form.leaveKeep": message("Button: leaves, and keeps it"),
  "form.leaveDiscard": message("Button: leaves, and deletes it"),
  "form.leaveNo": message("Its no"),
  "form.gone": message("The record being edited no longer exists"),
  "form.goneRestore": message("Button below it: takes the record out of the bin"),
  "form.goneAsNew": message("Button: goes on with what was typed in the form of a new record"),
  "form.draft": message("Something was typed into this form earlier and is not saved. {time} ago"),
  "form.draftChanges": message("What of it would be another value; opens the list of them. {fields}"),
  "form.draftOlder": message("The record was changed after it was typed"),
  "form.draftSecrets": message("Passwords among it, which are never kept. {fields}"),
  "form.draftOthers": message("More of it is kept besides, offered one after the other. {count}"),
  "form.draftRestore": message("Button that types it in again"),
  "form.draftDiscard": message("Button that deletes it"),
  "form.draftSure": message("The question before that, between form.leaveTitle and form.leaveNo"),
  "form.draftNotKept": message("Toast: this browser cannot keep what is typed"),
} as const satisfies Record<string, MessageKey>;

import {
  CONFIG_MESSAGE_KEYS,
  type MessageKey,
  message,
  publicMessage,
} from "./messages/config-message-keys.ts";
import { DRAFT_MESSAGE_KEYS } from "./messages/draft-message-keys.ts";
import { FORM_MESSAGE_KEYS } from "./messages/form-message-keys.ts";
import { HISTORY_MESSAGE_KEYS } from "./messages/history-message-keys.ts";
import { LIST_MESSAGE_KEYS } from "./messages/list-message-keys.ts";
import { SERVER_MESSAGE_KEYS } from "./messages/server-message-keys.ts";
import { WEBHOOK_MESSAGE_KEYS } from "./messages/webhook-message-keys.ts";

export type { MessageKey };

/**
 * Every message of the product by key. `messages.json` has each of them in every language that the app or an entity
 * uses; an entity may replace it in its own `messages`.
 */
export const MESSAGE_KEYS = {
  // log-in and registration
  "login.title": publicMessage("Heading of the log-in page"),
  "login.username": publicMessage("Label"),
  "login.password": publicMessage("Label"),
  "login.submit": publicMessage("Button"),
  "login.toRegister": publicMessage("Link to registration"),
  "login.usernameRequired": publicMessage("The user name is empty"),
  "login.passwordRequired": publicMessage("The password is empty"),
  "login.success": publicMessage("Toast after log-in"),
  "login.failed": publicMessage("Log-in refused. {reason}"),
  "login.wrong": publicMessage("User name or password wrong: one sentence for both"),
  "login.tooMany": publicMessage("Too many failed log-ins. {seconds}"),
  "register.title": publicMessage("Heading of the registration page"),
  "register.submit": publicMessage("Button"),
  "register.toLogin": publicMessage("Link back to log-in"),
  "register.success": publicMessage("Toast after registration"),
  "register.successWaits": publicMessage("The same where somebody has to approve the account first"),
  "register.approval": publicMessage("On the registration page: somebody has to approve the account"),
  "register.failed": publicMessage("Registration refused. {reason}"),
  "register.closed": publicMessage("Registration is switched off"),
  // session and network
  "session.expired": publicMessage("Any 401: the log-in has expired"),
  "session.renewTitle": message(
    "Heading of the question for the password, where the log-in expired over unsaved input",
  ),
  "session.renew": message("That question: what was typed is still there. {username}"),
  "session.renewYes": message("Its button: logs in and goes on with what was under way"),
  "session.renewNo": message("Its button: leaves for the log-in page"),
  "network.unreachable": publicMessage("No answer: cannot connect to the server"),
  "network.status": publicMessage("An answer without a message: Error plus {status}"),
  "network.unknown": publicMessage("The request could not be sent"),
  "form.invalid": publicMessage("Toast of an invalid save"),
  "overlay.processing": publicMessage("The overlay's default text"),
  "overlay.cancel": publicMessage("Button that gives up a wait"),
  "app.failed": publicMessage("The app itself could not be loaded"),
  "app.retry": publicMessage("Button that tries again"),
  "password.show": publicMessage("Button that shows a password"),
  "password.hide": publicMessage("Button that hides it again"),
  "toast.close": publicMessage("Button that dismisses a toast"),
  "toast.key": publicMessage(
    "Beside the button of a toast: {key} moves the focus to it, and presses nothing",
  ),
  "toast.region": publicMessage("Name of the region of toasts, for screen readers"),
  // the frame
  "shell.greeting": message("In the header. {username}"),
  "shell.logout": message("Button"),
  "shell.logoutTitle": message("Title of the log-out question"),
  "shell.logoutConfirm": message("The log-out question"),
  "shell.logoutUnsaved": message(
    "The same while a record, or a screen, has changes that would be lost. {name}",
  ),
  "shell.logoutKept": message(
    "The same while input that is not saved is kept on the device, above the names of its records. {days} for which it would be",
  ),
  "shell.logoutKeep": message("Its answer that leaves it there"),
  "shell.logoutDiscard": message("Its answer that deletes it"),
  "shell.confirm": message("Its yes"),
  "shell.cancel": message("Its no"),
  "shell.loggedOut": message("Toast after log-out"),
  "shell.expand": message("Button that widens the sidebar"),
  "shell.collapse": message("Button that narrows the sidebar"),
  "shell.navigation": message("Name of the sidebar, for screen readers"),
  "shell.skip": message("Link past the sidebar, for keyboards"),
  "shell.noPermission": message("A route whose permission the account lacks"),
  "shell.waiting": message(
    "Home of an account to which nothing is open: nobody approved it yet, or its role may open nothing",
  ),
  "shell.home": message("Home: what this person may do, above the list of areas"),
  "shell.offline": message("In the header while the server cannot be reached"),
  "shell.notFound": message("An address that is no screen"),
  "shell.toHome": message("Link to /"),
  "shell.gone": message("A screen that the config no longer has while it is looked at"),
  "person.settings": message("Button in the header: opens what a person chooses for themselves"),
  "person.language": message("Heading of the languages"),
  "person.languageUsual": message("Choice: every screen in the language that the config gives it"),
  "person.device": message("Choice: as the person's device is set"),
  "person.theme": message("Heading of the colours"),
  "person.light": message("Choice of colours"),
  "person.dark": message("Choice of colours"),
  "shell.config": message("Menu entry of the page that edits the config, and its heading"),
  // home
  "home.more": message("Number of a tile, where no more are counted or looked at: so many at least. {total}"),
  "home.nothing": message("In a tile whose list has no records"),
  "home.failed": message("In a tile that could not be fetched"),
  "home.table": message("Button beside a chart: its numbers as a table"),
  "home.age": message("Below a chart: how old its numbers are. {ago} as in “3 minutes ago”"),
  "home.others": message("In a chart: all other values together"),
  "home.day": message("Heading of the days of a chart's table"),
  "home.amount": message("Heading of the numbers of a chart's table: how many records"),
  "home.recent": message("Heading of the records that one opened last"),
  ...LIST_MESSAGE_KEYS,
  ...FORM_MESSAGE_KEYS,
  // rules without a message of their own: {label} {limit} {value}
  "rule.required": publicMessage("Field empty"),
  "rule.type": publicMessage("Value of the wrong kind"),
  "rule.number": publicMessage("The same of a number: no number was typed, or not as one is written here"),
  "rule.integer": publicMessage("The same of a whole number"),
  "rule.enum": publicMessage("Not one of the choices"),
  "rule.format": publicMessage("Text not of its form"),
  "rule.minLength": publicMessage("Too short"),
  "rule.maxLength": publicMessage("Too long"),
  "rule.pattern": publicMessage("Text does not fit"),
  "rule.minimum": publicMessage("Too small"),
  "rule.maximum": publicMessage("Too large"),
  "rule.multipleOf": publicMessage("Too many decimals"),
  "rule.minItems": publicMessage("Too few"),
  "rule.maxItems": publicMessage("Too many"),
  "rule.uniqueBy": publicMessage("The same twice"),
  "rule.equals": publicMessage("The two do not match"),
  "rule.unique": publicMessage("Already used by another record"),
  "rule.reference": message("The record referred to does not exist"),
  "rule.tree": message("A record under itself"),
  "rule.image": message("An image that this server did not give out"),
  ...SERVER_MESSAGE_KEYS,
  ...CONFIG_MESSAGE_KEYS,
  ...DRAFT_MESSAGE_KEYS,
  ...HISTORY_MESSAGE_KEYS,
  ...WEBHOOK_MESSAGE_KEYS,
} as const satisfies Record<string, MessageKey>;

export type MessageName = keyof typeof MESSAGE_KEYS;

/** Messages that are no longer used, each with the first format of the config that does not have it. */
export const RETIRED_MESSAGES: ReadonlyMap<string, number> = new Map([["server.duplicate", 3]]);

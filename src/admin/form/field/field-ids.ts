/** RJSF's `idPrefix` and `idSeparator`: the DOM id of a field is `form.<dotted path>`. */
export const ID_PREFIX = "form";
export const ID_SEPARATOR = ".";

export const fieldId = (path: string) => `${ID_PREFIX}${ID_SEPARATOR}${path}`;
export const hintId = (path: string) => `${fieldId(path)}-hint`;
export const errorId = (path: string) => `${fieldId(path)}-error`;
/** The errors of parts of the value that the form says. */
export const partErrorsId = (path: string) => `${fieldId(path)}-part-errors`;
/** Around label, widget, hint and error. */
export const frameId = (path: string) => `${fieldId(path)}-frame`;
export const tabId = (tab: number) => `${ID_PREFIX}-tab-${tab}`;
/** The notice that describes the button that it switches off. */
export const GONE_NOTICE_ID = `${ID_PREFIX}-gone`;
export const panelId = (tab: number) => `${ID_PREFIX}-panel-${tab}`;

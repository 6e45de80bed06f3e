/** Where a text in the file of an entity names one of its own fields, but for what a list shows. */
export const NAMES_FIELD =
  /(^|\/)field$|^labelField$|^form\/(tabs\/\d+\/fields|rail)\/|^(list\/filters|webhooks\/\d+\/fields)\/\d+$/;
/** Where one in app.json names a field of the entity of a tile. */
export const NAMES_FIELD_OF_TILE = /^home\/tiles\/\d+\/(filter\/\d+\/field|chart\/(by|sum))$/;

interface CodeMeaning {
  readonly means: string;
  /** What to do, where the check gives no hint of its own. */
  readonly hint: string;
}
const kind = (means: string, hint: string): CodeMeaning => ({ means, hint });

/** Every kind of problem that a config can have. The codes are stable: tools and docs use them. */
export const PROBLEM_CODES = {
  OLD_FORMAT: kind(
    "The config is written for an earlier version of the program.",
    'Run "npm run migrate": it rewrites the files for this version and shows what it changes.',
  ),
  NEW_FORMAT: kind(
    "The config is written for a later version of the program.",
    "Use the version of the program that it was written for, or a later one.",
  ),
  FILE_MISSING: kind(
    "A file that every config, or every plugin, has is not there.",
    "Put the file back into the folder.",
  ),
  FILE_UNREADABLE: kind(
    "A file is there, but the program cannot read it: it has no right to, or the file is not saved as UTF-8.",
    "Make it a plain file that the program has the right to read; ask whoever runs the server.",
  ),
  FILE_NAME: kind(
    "A file whose name cannot be an entity's, or that is in another folder than files of its kind.",
    "Rename the file: a small letter first, then letters, digits and -, then .json.",
  ),
  JSON_SYNTAX: kind(
    "The file is not JSON.",
    "Compare the place, and the line before it, with the lines around: quotes, commas and brackets come in pairs and between things.",
  ),
  DUPLICATE_KEY: kind("A key is given twice in one object.", "Keep one of the two."),
  FORBIDDEN_NAME: kind("A name that JavaScript itself uses, such as __proto__.", "Choose another name."),
  UNKNOWN_KEY: kind("A key that means nothing here.", "Correct the key, or remove it."),
  MISSING_KEY: kind("A key that must be given is not.", "Add the key."),
  WRONG_TYPE: kind("A value of the wrong kind.", "Write a value of that kind."),
  NOT_ALLOWED: kind("A value that is none of those allowed.", "Write one of the values allowed."),
  BAD_VALUE: kind("A value outside its limits, or not of its form.", "Write a value that it allows."),
  UNKNOWN_ENTITY: kind(
    "No entity has this name.",
    "Write the name of an entity: that of its file in entities/, without .json.",
  ),
  UNKNOWN_FIELD: kind(
    "No field has this name.",
    "Write the name of a field as it stands before the colon, not its title, or add the field.",
  ),
  UNKNOWN_PERMISSION: kind(
    "app.json has no such permission.",
    'Write one of the "permissions" of app.json, or add it there and to a role.',
  ),
  UNKNOWN_ROLE: kind("app.json has no such role.", 'Write one of the "roles" of app.json, or add it there.'),
  UNKNOWN_ICON: kind(
    "No icon has this name.",
    "Write the name of a PrimeIcons icon (https://primeng.org/icons), without pi-.",
  ),
  UNKNOWN_PICTURE: kind(
    "A sample names a picture that is not there.",
    "Put the picture into samples/images, or write the name of one that is there.",
  ),
  UNKNOWN_TIME_ZONE: kind(
    "No time zone has this name.",
    'Write the name of a place whose clocks show the time of the business, as in "Asia/Taipei", or "UTC".',
  ),
  UNKNOWN_LANGUAGE: kind(
    "messages.json has no such language.",
    "Write one of the languages of messages.json, or add all its messages in this one.",
  ),
  UNKNOWN_MESSAGE: kind("No message has this name.", "Correct the name of the message, or remove it."),
  MISSING_MESSAGE: kind(
    "A message of the product is not there.",
    "Add the message. After an upgrade of the program, `npm run migrate` adds those that are new.",
  ),
  RULE_WITHOUT_MESSAGE: kind(
    "A rule that typing can break has no message.",
    'Add the message to the "messages" of the field.',
  ),
  MESSAGE_WITHOUT_RULE: kind(
    "A field has a message for a rule that it does not have.",
    "Remove the message, or add the rule.",
  ),
  PLUGIN_LANGUAGE: kind(
    "A plugin has no messages in a language that its screens are in, or not all of them.",
    "Add the messages to messages.json, or those that are left out to the manifest.",
  ),
  UNKNOWN_WIDGET: kind(
    "No plugin is a widget of this name.",
    'Write the name of a widget, or remove "widget": the field then gets the usual one for its kind.',
  ),
  UNKNOWN_CELL: kind(
    "No plugin is a cell of this name.",
    'Write the name of a cell, or remove "cell": the column then gets the usual one for its kind.',
  ),
  NO_PLUGIN: kind("No plugin serves this kind of value, and none is named.", "Name a plugin that does."),
  PLUGIN_VALUE: kind(
    "The plugin cannot edit or show this kind of value.",
    "Name another plugin, or none: the usual one is then taken.",
  ),
  PLUGIN_OPTION: kind(
    "The plugin refuses the option.",
    "Correct the option as the plugin describes it, or remove it.",
  ),
  NOT_DRAWN: kind(
    "A field of a list's items that the widget of the list does not draw, so that nobody can fill it in.",
    "Remove the field, or use a widget that draws it.",
  ),
  FIELD_NAME: kind("A name that a field cannot have.", "Choose another name for the field."),
  FIELD_SHAPE: kind(
    "Keys of a field that do not go together.",
    "Remove the key, or change the field so that it may have it.",
  ),
  FIELD_TWICE: kind("A field is placed twice in the form or in the list.", "Remove one of the two."),
  CONDITION: kind(
    "A condition that tests nothing, several things at once, or what can never be.",
    'Write a test such as { "field": "…", "is": … } with a value that the field can have.',
  ),
  BAD_PATTERN: kind(
    "A pattern that is no regular expression.",
    "Correct the pattern: every bracket is closed, and \\ stands twice in JSON.",
  ),
  SLOW_PATTERN: kind(
    "A pattern that can take very long on some text.",
    'Write it so that each character matches in one way only: no + or * inside a group that itself has + or *, and no two parts beside each other that match the same characters. For an e-mail address write "format": "email" in place of a pattern.',
  ),
  BAD_CHOICE: kind("A choice that the field itself refuses.", "Change the choice, or the field's rule."),
  BAD_DEFAULT: kind(
    "A default that the field itself refuses.",
    "Change the default so that it keeps the field's rules, or remove it.",
  ),
  BAD_SAMPLE: kind(
    "A sample record that its entity refuses.",
    "Change the sample so that it keeps the rules.",
  ),
  NOT_SORTABLE: kind("A value by which a list cannot be sorted.", "Remove it, or name another field."),
  NOT_SEARCHABLE: kind(
    "A value by which a list cannot be searched.",
    'Name a field of type "string" that is stored and shown.',
  ),
  NOT_LISTED: kind(
    "A formatted text, or a list that holds some, named where a list's answer is shown: those leave it out.",
    "Name another field: a formatted text is read with its one record alone.",
  ),
  NOT_SHOWN: kind(
    "A value that cannot be shown where it is named: something behind a second reference, of which there is only an _id; or a reference, list, object or picture in a sentence.",
    "Name another field.",
  ),
  BAD_DISPLAY: kind(
    "How a record is recognised contradicts itself, or names what cannot show it.",
    "Name another field, or take out one of the two that contradict each other.",
  ),
  LABEL_NOT_SEARCHED: kind(
    "A reference shows its choices by one field, but the other entity's list searches another, or none, or a search would not find it as people read it, as a date.",
    'Write the same field as "label" of the reference and as "field" of the other list\'s "search".',
  ),
  BAD_VIEW: kind(
    "A view of a list that somebody it names never sees, a second one that the list opens with, or a list without a visible column.",
    "Remove what is too much, or show a column.",
  ),
  UNKNOWN_VIEW: kind("A view of a list that there is not.", "Name a view of that list, or add it there."),
  NOT_FILTERED: kind(
    "A condition on a field by which the list that is meant cannot be filtered.",
    'Add the field to "filters" of the list.',
  ),
  UNSEEN_TILE: kind(
    "A tile of the start page that no role has.",
    "Name another view or other fields, or give a role the right to see these.",
  ),
  NO_LABEL: kind("A text that people read is missing.", "Add the text."),
  DUPLICATE_ROUTE: kind("Two things answer at one address.", "Choose another address for one of them."),
  DUPLICATE_NAME: kind("Two things have one name.", "Choose another name for one of them."),
  DUPLICATE_LABEL: kind(
    "Two groups of the menu, entries of one, views of a list or tiles read the same.",
    "Choose another label for one of them.",
  ),
  NOT_IN_MENU: kind(
    "An entity that is in no menu, or in none that somebody sees who may see its records, so that it is not found.",
    'Add its name to the "entities" of a group of "menu" in app.json.',
  ),
  UNUSED_PERMISSION: kind(
    "A permission that no role holds, so that nobody can do what it allows.",
    'Add it to the "permissions" of a role in app.json, or remove it.',
  ),
  RIGHTS: kind(
    "A role may change or make what it may not see, or something that it sees depends on a field that it may not see, or is ordered by records of which some are kept from it.",
    "Let the role see the field, or name another field here.",
  ),
  BAD_ACCOUNTS: kind(
    "The entity of the accounts lacks what an account needs.",
    "Change the field, or name another one in app.json.",
  ),
  OPENS_NOTHING: kind(
    "The role of the first account opens nothing.",
    "Name another role, or give this one a permission.",
  ),
  BAD_PLUGIN: kind("A plugin's manifest or code is wrong.", "Tell whoever wrote the plugin."),
  PLUGIN_API: kind(
    "A plugin is written for another version of the plugin interface.",
    "Use the version of the plugin that was made for this program.",
  ),
  STORED_VALUES: kind(
    "Stored values do not allow a change of the config.",
    "Take the change back, or correct these records first.",
  ),
  NOT_SERVED: kind(
    "The server could not take the files over, for a reason that is not in them.",
    "The server tries again by itself; tell whoever runs it if the problem stays.",
  ),
} as const satisfies Record<string, CodeMeaning>;
export type ProblemCode = keyof typeof PROBLEM_CODES;

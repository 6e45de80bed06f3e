import { OLDEST_FORMAT } from "../../model/app-config.ts";
import { RULES } from "../../model/keywords.ts";
import { MESSAGE_KEYS, RETIRED_MESSAGES } from "../../model/message-keys.ts";
import { below } from "../../record/path.ts";
import { hintsForSome } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { manifestsOf, widgetMessages } from "../resolve/plugin-use.ts";
import type { Check } from "../written-config.ts";

/** Every message that is said is there, in every language: people may choose each. And every message written is said. */
export const checkMessages: Check = function* (config) {
  const { app, messages, entities, fieldSets, plugins } = config;
  const ofPlugins = manifestsOf(plugins).flatMap(({ name, messages = {} }) =>
    Object.keys(messages).map((key) => `${name}.${key}`),
  );
  const known = [...Object.keys(MESSAGE_KEYS), ...ofPlugins];
  const format = app?.value.format ?? OLDEST_FORMAT;
  const mayBeSaid = (key: string) =>
    known.includes(key) ||
    plugins.broken?.names.has(key.slice(0, key.indexOf("."))) === true ||
    format < (RETIRED_MESSAGES.get(key) ?? 0);
  const checkKnown = (report: Report, at: string, texts: Readonly<Record<string, string>>) => {
    const unsaid = Object.keys(texts).filter((key) => !mayBeSaid(key));
    reportUnknown(unsaid, known, at, report, hintsForSome());
  };

  if (messages !== undefined) {
    const { report, value } = messages;
    for (const [language, texts] of Object.entries(value)) {
      checkKnown(report, below("", language), texts);
      const missing = Object.entries(MESSAGE_KEYS).filter(([key]) => !Object.hasOwn(texts, key));
      if (missing.length > MANY_MISSING) {
        const message = `The language "${language}" lacks ${missing.length} sentences, such as "${missing[0]?.[0]}".`;
        const hint =
          "npm run migrate adds them, in another language where there is no other text: translate them then.";
        report(below("", language), "MISSING_MESSAGE", { message, hint }, "key");
        continue;
      }
      for (const [key, { description }] of missing) {
        const message = `The sentence "${key}" is missing (${description}).`;
        const fault = { message, expected: `"${key}"`, hint: `Add "${key}": "…".` };
        report(below("", language), "MISSING_MESSAGE", fault, "key");
      }
    }
  }
  for (const { report, value } of entities.values()) checkKnown(report, "/messages", value.messages ?? {});
  const hintsOf = hintsForSome();
  for (const { fields, report } of fieldSets) {
    yield;
    for (const field of fields.filter(({ schema }) => schema.messages !== undefined)) {
      const ofWidget = widgetMessages(plugins, field);
      if (ofWidget === undefined) continue;
      const said = [...RULES, ...ofWidget];
      const unsaid = Object.keys(field.schema.messages ?? {}).filter((name) => !said.includes(name));
      reportUnknown(unsaid, said, below(field.path, "messages"), report, hintsOf);
    }
  }
};

/** More are not told one by one: the language has just been begun. */
const MANY_MISSING = 100;

function reportUnknown(
  names: readonly string[],
  known: readonly string[],
  at: string,
  report: Report,
  hintsOf: ReturnType<typeof hintsForSome>,
): void {
  for (const name of names) {
    const message = `Nothing says a message "${name}".`;
    report(below(at, name), "UNKNOWN_MESSAGE", { message, ...hintsOf(name, known) }, "key");
  }
}

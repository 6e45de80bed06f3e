import { OLDEST_FORMAT } from "../../model/app-config.ts";
import { RULES } from "../../model/keywords.ts";
import { MESSAGE_KEYS, RETIRED_MESSAGES } from "../../model/message-keys.ts";
import type { KnownPlugins } from "../../model/plugin-manifest.ts";
import { below } from "../../record/path.ts";
import type { Check, WrittenConfig, Report } from "../written-config.ts";
import { hintsForSome } from "../report/nearest.ts";
import { widgetMessages } from "../resolve/plugin-use.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Whether a message may be there: one that is said, one of a plugin that cannot be read, one that the config's format has. */
type IsSaid = (key: string) => boolean;

/** Every sentence that is said is there, in every language used, and every sentence written is said. */
export const checkMessages: Check = function* (config, report) {
  const known = [...Object.keys(MESSAGE_KEYS), ...pluginKeys(config.plugins)];
  const { broken } = config.plugins;
  const format = config.app?.value.format ?? OLDEST_FORMAT;
  const isSaid: IsSaid = (key) =>
    known.includes(key) ||
    broken?.names.has(key.slice(0, key.indexOf("."))) === true ||
    format < (RETIRED_MESSAGES.get(key) ?? 0);
  const nameHints = hintsForSome();
  if (config.messages !== undefined) {
    const { file, value } = config.messages;
    for (const [language, sentences] of Object.entries(value)) {
      checkKnown(file, below("", language), sentences, isSaid, known, report);
    }
    for (const language of languagesUsed(config)) {
      const sentences = Object.hasOwn(value, language) ? value[language] : undefined;
      if (sentences === undefined) continue; // reported where the language is named
      for (const [key, { description }] of Object.entries(MESSAGE_KEYS)) {
        if (Object.hasOwn(sentences, key)) continue;
        report(
          file,
          below("", language),
          "MISSING_MESSAGE",
          {
            message: `The sentence "${key}" is missing (${description}).`,
            expected: `"${key}"`,
            hint: `Add "${key}": "…".`,
          },
          "key",
        );
      }
    }
  }
  for (const { file, value } of config.entities.values()) {
    checkKnown(file, "/messages", value.messages ?? {}, isSaid, known, report);
  }
  for (const set of config.fieldSets) {
    yield;
    for (const field of set.fields) {
      const names = Object.keys(field.schema.messages ?? {});
      if (names.length === 0) continue;
      const ofWidget = widgetMessages(config.plugins, field);
      if (ofWidget === undefined) continue;
      const said = [...RULES, ...ofWidget];
      for (const name of names.filter((name) => !said.includes(name))) {
        const message = `Nothing says a message "${name}".`;
        const at = below(field.path, "messages", name);
        report(set.file, at, "UNKNOWN_MESSAGE", { message, ...nameHints(name, said) }, "key");
      }
    }
  }
};

function checkKnown(
  file: JsonFile,
  at: string,
  sentences: Readonly<Record<string, string>>,
  isSaid: IsSaid,
  known: readonly string[],
  report: Report,
): void {
  const nameHints = hintsForSome();
  for (const key of Object.keys(sentences)) {
    if (isSaid(key)) continue;
    const message = `Nothing says a message "${key}".`;
    report(file, below(at, key), "UNKNOWN_MESSAGE", { message, ...nameHints(key, known) }, "key");
  }
}

function pluginKeys(plugins: KnownPlugins): string[] {
  return [...plugins.widgets.values(), ...plugins.cells.values()].flatMap(({ manifest }) =>
    Object.keys(manifest.messages ?? {}).map((key) => `${manifest.name}.${key}`),
  );
}

/** The languages that the frame and the entities' screens are in. */
function languagesUsed(config: WrittenConfig): Set<string> {
  const used = new Set([...config.entities.values()].map(({ value }) => value.language));
  if (config.app !== undefined) used.add(config.app.value.language);
  return used;
}

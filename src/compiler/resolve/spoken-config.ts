import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { KnownPlugins } from "../../model/plugin-manifest.ts";
import type { LocalText } from "../../model/schema-parts.ts";
import { deepFreeze, ownValue } from "../../record/json.ts";
import { languageOf } from "../../record/language-tag.ts";
import type { Steps } from "../steps.ts";
import { localTextIn } from "./local-text.ts";
import { resolveEntity } from "./resolve-entity.ts";
import { resolveHome } from "./resolve-home.ts";
import { resolveMenu } from "./resolve-menu.ts";
import { type Translator, translatedApp, translatedEntity } from "./translated-texts.ts";

/**
 * The same config with all screens in one language, as a person chose it. Sentences are those of messages.json, which has
 * each in every language. A label or a sentence of its own that has no translation stays as it is, or is the product's.
 */
export function* configIn(config: Config, plugins: KnownPlugins, language: string): Steps<Config> {
  const texts = config.messages[language] ?? {};
  const entities = new Map<string, { readonly value: EntityConfig }>();
  for (const [id, { source }] of config.entities) {
    yield;
    entities.set(id, { value: entityIn(source, language, texts) });
  }
  const around = { entities, plugins, broken: new Set<object>(), texts };
  const resolved = new Map<string, Entity>();
  for (const [id, { value }] of entities) {
    yield;
    resolved.set(id, deepFreeze(resolveEntity(id, value, around)));
  }
  const app = deepFreeze(appIn(config.app, language));
  return Object.freeze({
    ...config,
    app,
    menu: deepFreeze(resolveMenu(app)),
    home: deepFreeze(resolveHome(app)),
    entities: resolved,
  });
}

type Texts = Readonly<Record<string, string>>;

function entityIn(entity: EntityConfig, language: string, texts: Texts): EntityConfig {
  if (isSpoken(entity, language)) return entity;
  const { display } = entity;
  // A record has one name, in the language of its entity: by it the store searches.
  const named =
    display?.title === undefined
      ? entity
      : { ...entity, display: { ...display, title: localTextIn(display.title, entity.language) } };
  const translated = { ...translatedEntity(named, translatorOf(entity, language)), language };
  const { form } = translated;
  if (form.invalid === undefined || form.invalid.message !== "") return translated;
  const invalid = { ...form.invalid, message: texts["form.invalid"] ?? "" };
  return { ...translated, form: { ...form, invalid } };
}

function appIn(app: Config["app"], language: string): Config["app"] {
  if (isSpoken(app, language)) return app;
  const roles = Object.entries(app.roles).map(([name, role]) => {
    const label = ownValue(role.label, language) ?? ownValue(role.label, app.language) ?? name;
    return [name, { ...role, label: { ...role.label, [language]: label } }] as const;
  });
  return {
    ...translatedApp(app, translatorOf(app, language)),
    roles: Object.fromEntries(roles),
    language,
    // Days and numbers as in the country of the business, where that is one of the language.
    dateLocale: languageOf(app.dateLocale) === languageOf(language) ? app.dateLocale : language,
  };
}

interface Translated {
  readonly language: string;
  readonly translations?: Readonly<Record<string, Texts>> | undefined;
}

/** Whether there is nothing to translate. Where a file mixes languages, it may have translations into its own. */
function isSpoken({ language: own, translations = {} }: Translated, language: string): boolean {
  return own === language && !Object.hasOwn(translations, language);
}

/** What is written with several languages has the wanted one, or that of the screen. */
function translatorOf({ language: own, translations = {} }: Translated, language: string): Translator {
  const texts = ownValue(translations, language) ?? {};
  const text = (written: string) => ownValue(texts, written) ?? written;
  return {
    text,
    local: (written: LocalText) =>
      (typeof written === "string" ? "" : localTextIn(written, language)) || text(localTextIn(written, own)),
    message: (written) => ownValue(texts, written) ?? (own === language ? written : undefined),
  };
}

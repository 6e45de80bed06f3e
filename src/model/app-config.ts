import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema, FileSchema } from "./field-schema.ts";
import { HomeConfig } from "./home/home-config.ts";
import { MAX_LIMIT } from "./list/list-view.ts";
import { byName, closed, localText, text, texts, translations, yesNo } from "./schema-parts.ts";

export const DEFAULT_TIME_ZONE = "UTC";

/** The version of the config's format that this program is written for. */
export const CONFIG_FORMAT = 3;
/** The oldest version that is read without a migration; keys that later versions dropped are accepted (`RETIRED_MESSAGES`). */
export const OLDEST_FORMAT = 2;

const count = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });
/** Ten years: after a longer time the date may be out of JavaScript's range. */
const MAX_HOURS = 87_600;
const path = (description: string) => text(description, { pattern: "^/[^*?#]*$" });

/** `config/app.json`, as written. */
export const AppConfig = closed(
  "The frame: who there is, what they may do, the menu, the limits.",
  {
    $schema: Type.Optional(FileSchema),
    format: Type.Integer({ minimum: 1, description: "Version of the config's format." }),
    title: text("Shown at the head of the sidebar and in the browser's tab."),
    language: text("Language of log-in, registration and the frame around the screens."),
    dateLocale: text("How dates are written: as in a language and country, such as en-GB or zh-TW."),
    timeZone: Type.Optional(
      text(
        "Where the business is: all times are shown in this time zone, whatever computer shows them. A name such as Asia/Taipei; without it UTC.",
        { examples: ["Asia/Taipei", "Europe/London", DEFAULT_TIME_ZONE] },
      ),
    ),
    permissions: Type.Array(Type.String(), { minItems: 1, description: "Every permission there is." }),
    roles: byName(
      "The roles that accounts can have. The name of a role is stored with every account: changing it here changes it for none of them.",
      closed("One role: what it is called and what it may do.", {
        label: byName("What people read for the role, by language: en, fr-CA …", Type.String()),
        permissions: texts("What accounts of this role may do: names from `permissions` above."),
        hidden: Type.Optional(
          yesNo("Accounts of this role are seen, edited and given only by accounts of a hidden role."),
        ),
      }),
    ),
    accounts: closed("Where accounts are kept and how one logs in.", {
      entity: text("Which entity holds the accounts."),
      username: text("The field of that entity by which people log in."),
      password: text("Its field that holds the password."),
      role: text("Its field that holds the account's role."),
      approved: Type.Optional(text("The yes/no field that lets a registered account in.")),
      endpoints: closed("The addresses of logging in and out, below /api.", {
        login: path("Where a browser logs in."),
        validateToken: path("Where a browser asks whether its log-in still holds."),
        logout: path("Where a browser logs out."),
      }),
      first: closed("The account that is made when there is none yet.", {
        username: text("Its name."),
        role: text("Its role: one that may do everything."),
      }),
    }),
    registration: closed("How people register themselves.", {
      open: yesNo("Whether people may register themselves."),
      approval: yesNo("Whether someone must approve them before they may do anything."),
      roles: texts("The roles offered."),
      defaultRole: text("The role of accounts that choose none: one of those offered."),
      schema: closed("The registration page's fields with its own labels and messages.", {
        type: Type.Literal("object", { description: "Always object: the page is a set of fields." }),
        required: Type.Optional(texts("The fields that must be filled, by name.")),
        properties: byName("The fields by name, in the order in which the page shows them.", FieldSchema),
      }),
    }),
    menu: Type.Array(
      closed("One group.", {
        label: localText("What people read above the group, in the app's language."),
        icon: Type.Optional(
          text("The icon beside it: a name of the PrimeIcons without pi-.", { examples: ["tags", "cog"] }),
        ),
        permission: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
          description: "Accounts with it see the group; of several, one is enough.",
        }),
        entities: texts("The entities in it, from top to bottom: names of their files without .json."),
      }),
      { description: "The groups of the menu on the left, from top to bottom." },
    ),
    home: Type.Optional(HomeConfig),
    limits: closed("How much of something there may be.", {
      pageSize: count(MAX_LIMIT, "Rows on a page of a list."),
      optionsPageSize: count(
        MAX_LIMIT,
        "Choices that a field with records of another entity loads at a time.",
      ),
      loginTriesPerAccount: count(100_000, "Failed log-ins a minute for one account."),
      loginTriesPerAddress: count(100_000, "Failed log-ins a minute from one address."),
      imageBytes: count(100_000_000, "Largest image, in bytes."),
      imagesPerUpload: count(100, "Images in one upload."),
      imageHours: count(MAX_HOURS, "Hours that an uploaded image waits for a record to name it."),
      sessionHours: count(MAX_HOURS, "Hours without a request after which a session ends."),
    }),
    history: Type.Optional(
      closed("How long changes are kept, and who may read them all.", {
        days: Type.Optional(
          count(36_500, "Days that changes of records can be looked at and undone; 365 without it."),
        ),
        binDays: Type.Optional(
          count(
            3_650,
            "Days that a deleted record, or a removed picture, can be brought back; 30 without it.",
          ),
        ),
        permission: Type.Optional(
          text("Accounts with it may read the changes of all that they may see; without it nobody may."),
        ),
      }),
    ),
    config: closed("Who has to do with the config itself.", {
      editors: Type.Array(Type.String(), {
        minItems: 1,
        description: "Roles that may edit the config in the browser: they decide everything.",
      }),
      permission: text("Accounts with it see a notice when something in the config is wrong."),
    }),
    translations,
  },
  { title: "App" },
);
export type AppConfig = Static<typeof AppConfig>;

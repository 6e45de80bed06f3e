import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema, FileSchema } from "./field-schema.ts";

/** Most records that one answer to a list has. */
export const MAX_LIMIT = 100;

/** The version of the config's format that this program is written for. */
export const CONFIG_FORMAT = 3;
/** The oldest version that it reads as it is: what later ones lack is let through (`RETIRED_MESSAGES`). */
export const OLDEST_FORMAT = 2;

const closed = { additionalProperties: false } as const;
const count = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });
/** Ten years: the end of a longer time may be a date that nothing can read. */
const MAX_HOURS = 87_600;

/** A text in each language that needs it. */
const localised = (description: string) => Type.Record(Type.String(), Type.String(), { description });
const path = (description: string) => Type.String({ description });

/** `config/app.json`, as written. */
export const AppConfig = Type.Object(
  {
    $schema: Type.Optional(FileSchema),
    format: Type.Integer({ minimum: 1, description: "Version of the config's format." }),
    title: Type.String({ description: "Shown at the head of the sidebar and in the browser's tab." }),
    language: Type.String({
      description: "Language of log-in, registration and the frame around the screens.",
    }),
    dateLocale: Type.String({ description: "How dates are written: a BCP 47 tag such as zh-TW." }),
    permissions: Type.Array(Type.String(), { minItems: 1, description: "Every permission there is." }),
    roles: Type.Record(
      Type.String(),
      Type.Object(
        {
          label: localised("What people read for the role, by language: en, fr-CA …"),
          permissions: Type.Array(Type.String(), {
            description: "What accounts of this role may do: names from `permissions` above.",
          }),
          hidden: Type.Optional(
            Type.Boolean({
              description:
                "Accounts of this role are seen, edited and given only by accounts of a hidden role.",
            }),
          ),
        },
        { ...closed, description: "One role: what it is called and what it may do." },
      ),
      {
        description:
          "The roles that accounts can have. The name of a role is stored with every account: changing it here changes it for none of them.",
      },
    ),
    accounts: Type.Object(
      {
        entity: Type.String({ description: "Which entity holds the accounts." }),
        username: Type.String({ description: "The field of that entity by which people log in." }),
        password: Type.String({ description: "Its field that holds the password." }),
        role: Type.String({ description: "Its field that holds the account's role." }),
        approved: Type.Optional(
          Type.String({ description: "The yes/no field that lets a registered account in." }),
        ),
        endpoints: Type.Object(
          {
            login: path("Where a browser logs in."),
            validateToken: path("Where a browser asks whether its log-in still holds."),
            logout: path("Where a browser logs out."),
          },
          { ...closed, description: "Paths below /api of the session's calls." },
        ),
        first: Type.Object(
          {
            username: Type.String({ description: "Its name." }),
            role: Type.String({ description: "Its role: one that may do everything." }),
          },
          { ...closed, description: "The account made in an empty store." },
        ),
      },
      { ...closed, description: "Where accounts are kept and how one logs in." },
    ),
    registration: Type.Object(
      {
        open: Type.Boolean({ description: "Whether people may register themselves." }),
        approval: Type.Boolean({
          description: "Whether someone must approve them before they may do anything.",
        }),
        roles: Type.Array(Type.String(), { description: "The roles offered." }),
        defaultRole: Type.String({
          description: "The role of who chooses none: one of those offered.",
        }),
        schema: Type.Object(
          {
            type: Type.Literal("object", { description: "Always object: the page is a set of fields." }),
            required: Type.Optional(
              Type.Array(Type.String(), { description: "The fields that must be filled, by name." }),
            ),
            properties: Type.Record(Type.String(), FieldSchema, {
              description: "The fields by name, in the order in which the page shows them.",
            }),
          },
          { ...closed, description: "The registration page's fields with its own labels and messages." },
        ),
      },
      { ...closed, description: "How people register themselves." },
    ),
    menu: Type.Array(
      Type.Object(
        {
          label: Type.String({ description: "What people read above the group." }),
          icon: Type.Optional(
            Type.String({ description: "A PrimeIcons name without pi-.", examples: ["tags", "cog"] }),
          ),
          permission: Type.String({ description: "Who holds it sees the group." }),
          entities: Type.Array(Type.String(), {
            description: "The entities in it, from top to bottom: names of their files without .json.",
          }),
        },
        { ...closed, description: "One group." },
      ),
      { description: "The groups of the menu on the left, from top to bottom." },
    ),
    limits: Type.Object(
      {
        pageSize: count(MAX_LIMIT, "Rows on a page of a list."),
        optionsPageSize: count(MAX_LIMIT, "Rows that a picker loads at a time."),
        loginTriesPerAccount: count(100_000, "Failed log-ins a minute for one account."),
        loginTriesPerAddress: count(100_000, "Failed log-ins a minute from one address."),
        imageBytes: count(100_000_000, "Largest image, in bytes."),
        imagesPerUpload: count(100, "Images in one upload."),
        imageHours: count(MAX_HOURS, "Hours that an uploaded image waits for a record to name it."),
        sessionHours: count(MAX_HOURS, "Hours without a request after which a session ends."),
      },
      { ...closed, description: "How much of something there may be." },
    ),
    config: Type.Object(
      {
        editors: Type.Array(Type.String(), {
          minItems: 1,
          description: "Roles that may edit the config in the browser: they decide everything.",
        }),
        permission: Type.String({
          description: "Who holds it is told when something in the config is wrong.",
        }),
      },
      { ...closed, description: "Who has to do with the config itself." },
    ),
  },
  {
    ...closed,
    title: "App",
    description: "The frame: who there is, what they may do, the menu, the limits.",
  },
);
export type AppConfig = Static<typeof AppConfig>;

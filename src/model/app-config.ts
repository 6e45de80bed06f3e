import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema } from "./field-schema.ts";

const closed = { additionalProperties: false } as const;
const count = (description: string) => Type.Integer({ minimum: 1, description });

/** A text in each language that needs it. */
const Localised = Type.Record(Type.String(), Type.String());

/** `config/app.json`, as written. */
export const AppConfig = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
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
          label: Localised,
          permissions: Type.Array(Type.String()),
          hidden: Type.Optional(
            Type.Boolean({
              description:
                "Accounts of this role are seen, edited and given only by accounts of a hidden role.",
            }),
          ),
        },
        closed,
      ),
    ),
    accounts: Type.Object(
      {
        entity: Type.String({ description: "Which entity holds the accounts." }),
        username: Type.String(),
        password: Type.String(),
        role: Type.String(),
        approved: Type.Optional(
          Type.String({ description: "The yes/no field that lets a registered account in." }),
        ),
        endpoints: Type.Object(
          { login: Type.String(), validateToken: Type.String(), logout: Type.String() },
          { ...closed, description: "Paths below /api of the session's calls." },
        ),
        first: Type.Object(
          { username: Type.String(), role: Type.String() },
          { ...closed, description: "The account made in an empty store." },
        ),
      },
      closed,
    ),
    registration: Type.Object(
      {
        open: Type.Boolean({ description: "Whether people may register themselves." }),
        approval: Type.Boolean({
          description: "Whether someone must approve them before they may do anything.",
        }),
        roles: Type.Array(Type.String(), { description: "The roles offered." }),
        defaultRole: Type.String(),
        schema: Type.Object(
          {
            type: Type.Literal("object"),
            required: Type.Optional(Type.Array(Type.String())),
            properties: Type.Record(Type.String(), FieldSchema),
          },
          { ...closed, description: "The registration page's fields with its own labels and messages." },
        ),
      },
      closed,
    ),
    menu: Type.Array(
      Type.Object(
        {
          label: Type.String(),
          icon: Type.Optional(Type.String()),
          permission: Type.String(),
          entities: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
    limits: Type.Object(
      {
        pageSize: count("Rows on a page of a list."),
        optionsPageSize: count("Rows that a picker loads at a time."),
        loginTriesPerAccount: count("Failed log-ins a minute for one account."),
        loginTriesPerAddress: count("Failed log-ins a minute from one address."),
        imageBytes: count("Largest image, in bytes."),
        imagesPerUpload: count("Images in one upload."),
        imageHours: count("Hours that an uploaded image waits for a record to name it."),
        sessionHours: count("Hours without a request after which a session ends."),
      },
      closed,
    ),
    config: Type.Object(
      {
        editors: Type.Array(Type.String(), {
          description: "Roles that may edit the config in the browser: they decide everything.",
        }),
        permission: Type.String({
          description: "Who holds it is told when something in the config is wrong.",
        }),
      },
      { ...closed, description: "Who has to do with the config itself." },
    ),
  },
  { ...closed, title: "App" },
);
export type AppConfig = Static<typeof AppConfig>;

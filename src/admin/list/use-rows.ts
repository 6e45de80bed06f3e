import { useContext, useMemo } from "react";
import type { Entity } from "../../model/entity.ts";
import { messageTables } from "../../record/messages.ts";
import type { Say } from "../messages/say.ts";
import { MessagesContext } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useNow } from "../services/use-now.ts";
import { rightsTo } from "../shell/access.ts";
import { cellMessage } from "./list-cell.tsx";
import { useDelete } from "./use-delete.ts";

/** What all rows of a table with records of an entity share. */
export interface SharedRow extends ReturnType<typeof useRows> {
  /** `_id` of the record that was saved before the person returned. */
  readonly saved: string | undefined;
  /** `_id`s of records that are not in the list any more; undefined: none is. */
  readonly gone?: ReadonlySet<string> | undefined;
  /** The address of the form that the table stands below: forms opened from its rows return there. */
  readonly from?: string;
}

export function useRows(entity: Entity, say: Say) {
  const { view, user, locale } = useApp();
  const { language: own, messages } = useContext(MessagesContext);
  const { client } = useServices();
  const deletion = useDelete(entity, say);
  const now = useNow();
  const message = useMemo(() => cellMessage(messageTables(messages, own, entity)), [entity, messages, own]);
  return {
    entity: entity.id,
    fields: entity.fields,
    rights: rightsTo(view, entity.id),
    labelField: entity.labelField,
    display: entity.display,
    icon: entity.menu.icon,
    now,
    /** In the list of accounts: the yes/no field that lets an account in. */
    approvedField: view.accounts.entity === entity.id ? view.accounts.approved : undefined,
    /** In the list of accounts: `_id` of the person's own, which nobody deletes. */
    ownAccount: view.accounts.entity === entity.id ? user._id : undefined,
    locale,
    language: entity.language,
    timeZone: view.timeZone,
    message,
    blames: { client, configHash: view.hash, entity: entity.id },
    ...deletion,
  };
}

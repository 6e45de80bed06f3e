import { type ReactElement, useContext, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { StoredRecord } from "../../model/record.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { useForgetLists } from "../api/use-list.ts";
import { useMessage } from "../messages/use-message.ts";
import { createPath, editPath } from "../shell/access.ts";
import { LastListContext, useLastList } from "../shell/last-list.tsx";
import { ScreenHeading } from "../shell/screen-heading.tsx";
import { Shelters } from "../shelters.tsx";
import { EntityForm } from "./entity-form.tsx";
import { FormFailure } from "./form-failure.tsx";
import { FormSkeleton } from "./form-skeleton.tsx";
import { useKept } from "./use-kept.ts";
import { useLoading } from "./use-loading.ts";
import "./form.css";
import "./controls.css";
import "./plain-controls.css";

interface FormScreenProps {
  /** Followed when it changes while the form is open, with everything that was typed. */
  readonly entity: OpenEntity;
  /** `_id` of the record to edit; without it a new one is made. */
  readonly id?: string;
  /** The entity is open no more: what was typed stands as it is until the form is left or the entity returns. */
  readonly isGone?: boolean;
}

/** Creates or edits one record of an entity. */
export default function FormScreen({ entity: open, id, isGone = false }: FormScreenProps) {
  return <OneForm key={`${open.entity.id}/${id ?? ""}`} open={open} id={id} isGone={isGone} />;
}

interface OneFormProps {
  readonly open: OpenEntity;
  readonly id: string | undefined;
  readonly isGone: boolean;
}

function OneForm({ open, id, isGone }: OneFormProps) {
  const loading = useLoading(open, id, isGone);
  // The whole screen is that of one config: of the newest whose parts are here.
  const { entity } = loading.parts?.machine.open ?? open;
  const say = useMessage(entity);
  const navigate = useNavigate();
  const lastList = useLastList(entity.id);
  const lastLists = useContext(LastListContext);
  const forgetLists = useForgetLists();
  const [newer, setNewer] = useState<StoredRecord>();
  const kept = useKept(id === undefined ? createPath(open.entity.id) : editPath(open.entity.id, id));
  const read = newer ?? loading.parts?.stored;
  // What was typed into an earlier version is no change of a later one: the server says so when it is saved.
  const version = kept.entry?.version;
  const stored = read && version !== undefined ? { ...read, updatedAt: version } : read;

  function content(): readonly [string, ReactElement] {
    if (loading.failure !== undefined)
      return ["failure", <FormFailure key="failure" {...loading} entity={entity} say={say} />];
    if (loading.parts === undefined) return ["skeleton", <FormSkeleton key="skeleton" entity={entity} />];
    const opening = `form ${stored?.updatedAt}${kept.entry === undefined ? "" : " with what was kept"}`;
    return [
      opening,
      <EntityForm
        key={opening}
        stored={stored}
        kept={kept}
        machine={loading.parts.machine}
        isBehind={loading.isBehind}
        isGone={isGone}
        onRetry={loading.retry}
        onSaved={() => {
          // What is new stands first on the list's first page; the person's search might hide it.
          if (id === undefined) lastLists.delete(entity.id);
          void forgetLists();
        }}
        // A list that is gone with it is no place to go to.
        onLeave={() => navigate(isGone ? "/" : lastList())}
        onNewer={(record) => {
          kept.drop();
          setNewer(record);
        }}
      />,
    ];
  }

  return (
    <div className="form-screen" lang={entity.language}>
      <ScreenHeading title={id === undefined ? entity.form.title.create : entity.form.title.edit} />
      <Shelters items={new Map([content()])} />
    </div>
  );
}

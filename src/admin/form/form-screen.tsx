import "./form.css";
import "./controls.css";
import { type ReactElement, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { StoredRecord } from "../../model/record.ts";
import { recordTitle } from "../../record/title.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { ApiFailure } from "../api/failure.ts";
import type { VersionedRecord } from "../api/records.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { ChunkView, makeChunk } from "../problem/chunk.tsx";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import { useApp } from "../services/app-context.tsx";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { useRemembered } from "../services/recent-records.ts";
import { useOutdateLists } from "../services/use-list.ts";
import { createPath, editPath } from "../shell/access.ts";
import { useLastList } from "../shell/last-list.tsx";
import { Screen } from "../shell/screen.tsx";
import { useWayBack } from "../shell/way-back.ts";
import { EntityForm } from "./entity-form.tsx";
import { FormSkeleton, formTitle } from "./form-skeleton.tsx";
import { useLoading } from "./loading/use-loading.ts";
import { useNamedRecord } from "./loading/use-named-record.ts";
import { RecordHead } from "./record-head.tsx";

const GoneRecordChunk = makeChunk(() => import("./restore/gone-record.tsx"));
const InverseListsChunk = makeChunk(() => import("./referring/inverse-lists.tsx"));

interface FormScreenProps {
  /** Followed when it changes while the form is open, with everything that was typed. */
  readonly entity: OpenEntity;
  /** `_id` of the record to edit; without it a new one is made. */
  readonly id?: string;
  /** The entity is no longer open: the form stays as it is until it is left or the entity returns. */
  readonly isGone?: boolean;
}

/** Creates or edits one record; another record is another screen. */
export default function FormScreen({ entity: open, id, isGone = false }: FormScreenProps) {
  const loading = useLoading(open, id, isGone);
  // The whole screen is that of one config: the newest that is loaded.
  const { entity } = loading.parts?.runtime.open ?? open;
  const say = useMessage(entity);
  const { view } = useApp();
  const navigate = useNavigate();
  const lastList = useLastList(entity.id);
  const from = useWayBack();
  const outdateLists = useOutdateLists();
  useEffect(() => {
    if (id !== undefined) lastList.opened(id);
  }, [lastList, id]);
  useRemembered(id === undefined || loading.parts === undefined ? undefined : { entity: entity.id, id });
  const [isUnsaved, setUnsaved] = useState(false);
  const opened = useOpened(loading.parts?.stored, isUnsaved);
  const read = opened?.record;
  const [newer, setNewer] = useState<StoredRecord>();
  const latest = read !== undefined && newer !== undefined && newer.updatedAt > read.updatedAt ? newer : read;
  const named = useNamedRecord(entity, latest);
  const title = named && recordTitle(entity, named, view);
  const tab = title === undefined ? undefined : `${title} · ${entity.label}`;

  function content(): readonly [string, ReactElement] {
    if (loading.failure !== undefined)
      return ["failure", <FormFailure key="failure" {...loading} open={open} id={id} say={say} />];
    if (loading.parts === undefined) return ["skeleton", <FormSkeleton key="skeleton" entity={entity} />];
    const opening = `form ${read?.updatedAt}`;
    return [
      opening,
      <EntityForm
        key={opening}
        stored={opened}
        read={loading.parts.stored}
        address={id === undefined ? createPath(entity.id) : editPath(entity.id, id)}
        name={tab ?? formTitle(entity, id)}
        runtime={loading.parts.runtime}
        isBehind={loading.isBehind}
        isGone={isGone}
        onRetry={loading.retry}
        onSaved={({ _id }) => {
          lastList.saved(_id, id === undefined);
          void outdateLists();
        }}
        onNewer={setNewer}
        onUnsaved={setUnsaved}
        onLeave={() => {
          if (isGone) void navigate("/");
          else if (from !== undefined) void navigate(from);
          else lastList.back();
        }}
      />,
    ];
  }

  return (
    <Screen
      name="form-screen"
      title={formTitle(entity, id)}
      tab={tab}
      isUnsaved={isUnsaved}
      language={entity.language}
      toolbar={
        id === undefined ? undefined : (
          <RecordHead entity={entity} record={latest} named={named} title={title} />
        )
      }
    >
      <ErrorBoundaries items={new Map([content()])} />
      {id !== undefined && read !== undefined && !isGone && entity.referredBy.length > 0 && (
        <ChunkView chunk={InverseListsChunk} props={{ entity, id }} pending={null} />
      )}
    </Screen>
  );
}

/**
 * The record that the form is open with. One that is read anew, since a change of it was undone, takes its place unless something
 * was typed: that is not lost, and the save merges both.
 */
function useOpened(read: VersionedRecord | undefined, isUnsaved: boolean): VersionedRecord | undefined {
  const [state, setState] = useState({ read, opened: read });
  if (state.read === read) return state.opened;
  const opened = isUnsaved && state.opened !== undefined ? state.opened : read;
  setState({ read, opened });
  return opened;
}

interface FormFailureProps {
  readonly open: OpenEntity;
  /** undefined: a new record. */
  readonly id: string | undefined;
  readonly failure: unknown;
  readonly say: Say;
  retry(): void;
}

/** In place of a form that could not be loaded: a way to try again, or what is left where the record is gone. */
function FormFailure({ open, id, failure, say, retry }: FormFailureProps) {
  if (id !== undefined && failure instanceof ApiFailure && failure.status === 404)
    return <ChunkView chunk={GoneRecordChunk} props={{ open, id, say, retry }} />;
  // Why is said by a toast.
  return <ProblemNotice text={say("form.unavailable")} action={{ label: say("list.retry"), run: retry }} />;
}

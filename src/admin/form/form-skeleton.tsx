import "./form-skeleton.css";
import type { Entity } from "../../model/entity.ts";
import { Screen } from "../shell/screen.tsx";

interface PendingFormProps {
  readonly entity: Entity;
  /** undefined: a new record. */
  readonly id?: string;
}

/** A form's screen while its code is loading. */
export function PendingForm({ entity, id }: PendingFormProps) {
  return (
    <Screen
      name="form-screen"
      title={formTitle(entity, id)}
      language={entity.language}
      toolbar={id === undefined ? undefined : <RecordHeadPlace entity={entity} />}
      isPending
    >
      <FormSkeleton entity={entity} />
    </Screen>
  );
}

/** Where what names the record will stand (`record-head.tsx`). */
function RecordHeadPlace({ entity }: { readonly entity: Entity }) {
  return (
    <>
      {entity.display.image !== undefined && <span className="record-thumb" />}
      <p className="form-head-name" />
      <p className="form-head-line" />
    </>
  );
}

/** @param id undefined: a new record */
export function formTitle({ form }: Entity, id: string | undefined): string {
  return id === undefined ? form.title.create : form.title.edit;
}

/** The form's shape while it loads, so that nothing moves when it comes. */
export function FormSkeleton({ entity }: { readonly entity: Entity }) {
  const { tabs, rail } = entity.form;
  const [first] = tabs;
  const main = (
    <>
      {tabs.length > 1 && <div className="tabs tabs-skeleton" />}
      <SkeletonFields rows={first?.rows ?? []} />
    </>
  );
  return (
    <div className="form" aria-hidden="true">
      {rail.length === 0 ? (
        main
      ) : (
        <div className="form-columns">
          <div className="form-main">{main}</div>
          <div className="form-rail">
            <SkeletonFields rows={rail.map((name) => [name])} />
          </div>
        </div>
      )}
    </div>
  );
}

function SkeletonFields({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <div className="form-rows">
      {rows.map((row) => (
        <div key={row.join(" ")} className="form-field-skeleton">
          <span className="form-field-skeleton-label" />
          <span className="form-field-skeleton-control" />
        </div>
      ))}
    </div>
  );
}

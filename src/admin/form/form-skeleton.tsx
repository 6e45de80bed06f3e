import type { Entity } from "../../model/entity.ts";

/** The form's shape while it loads, so that nothing moves when it comes. */
export function FormSkeleton({ entity }: { readonly entity: Entity }) {
  const [first] = entity.form.tabs;
  return (
    <div className="form" aria-hidden="true">
      {entity.form.tabs.length > 1 && <div className="tabs tabs-skeleton" />}
      <div className="form-rows">
        {first?.rows.map((row) => (
          <div key={row.join(" ")} className="form-field-skeleton">
            <span className="form-field-skeleton-label" />
            <span className="form-field-skeleton-control" />
          </div>
        ))}
      </div>
    </div>
  );
}

import "../follow-notice.css";
import { useSyncExternalStore } from "react";
import { valueText } from "../../messages/value-text.ts";
import { FormNotice } from "../field/form-notice.tsx";
import { useForm } from "../field/open-form.ts";

interface FollowNoticeProps {
  /** The newest config could not be loaded. */
  readonly isBehind: boolean;
  onRetry(): void;
}

/** After the config changed: that the form could not follow, and what was typed that has no field any more, as text to copy. */
export function FollowNotice({ isBehind, onRetry }: FollowNoticeProps) {
  const { store, say } = useForm();
  const orphaned = useSyncExternalStore(store.subscribe, store.orphaned);
  const listed = [...orphaned].flatMap(([path, { field, value }]) => {
    const text = valueText(field, value, say);
    return text === "" ? [] : [{ path, label: field.label, text }];
  });
  return (
    <>
      {isBehind && (
        <FormNotice>
          <p>{say("form.followFailed")}</p>
          <button type="button" className="button" onClick={onRetry}>
            {say("form.followRetry")}
          </button>
        </FormNotice>
      )}
      {listed.length > 0 && (
        <FormNotice>
          <div className="form-orphaned">
            <p>{say("form.configChanged")}</p>
            <p>{say("form.noLongerFits")}</p>
            <dl>
              {listed.map(({ path, label, text }) => (
                <div key={path}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <button type="button" className="button" onClick={store.dismissOrphaned}>
            {say("form.dismiss")}
          </button>
        </FormNotice>
      )}
    </>
  );
}

import Form from "@rjsf/core";
import { PrimeReactProvider } from "primereact/api";
import { Fragment, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { StoredRecord } from "../../model/record.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { useApp } from "../app-context.tsx";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services.ts";
import { useLeaveGuard } from "../shell/leave.tsx";
import { ID_PREFIX, ID_SEPARATOR } from "./field-ids.ts";
import { FormContext } from "./form-context.ts";
import type { FormRules } from "./form-rules.ts";
import { makeOpenForm } from "./make-open-form.ts";
import type { RecordValidator } from "./record-validator.ts";
import { SaveBar } from "./save-bar.tsx";
import { SaveNotice } from "./save-notice.tsx";
import { styleNonce } from "./style-nonce.ts";
import { fields, templates } from "./theme.ts";
import { useSave } from "./use-save.ts";
import type { Widgets } from "./widgets.ts";

interface EntityFormProps {
  readonly open: OpenEntity;
  /** undefined: a new record. */
  readonly stored: StoredRecord | undefined;
  readonly rules: FormRules;
  readonly validator: RecordValidator;
  readonly widgets: Widgets;
  /** Leaves for the entity's list. */
  onLeave(): void;
  /** After the record is stored; before leaving. */
  onSaved(): void;
  /** Starts anew from a newer record. */
  onNewer(newer: StoredRecord): void;
}

/** RJSF puts its own submit button where it is given no children. */
const NO_SUBMIT_BUTTON = <Fragment />;

/** One open form: its state lives in its store from the first paint until it is left. */
export function EntityForm(props: EntityFormProps) {
  const { open, stored, rules, validator, widgets } = props;
  const { entity } = open;
  const services = useServices();
  const { view } = useApp();
  const say = useMessage(entity);
  const [form] = useState(() => makeOpenForm({ entity, stored, rules, widgets, services, view, say }));
  const { store } = form;
  const mounted = useRef(false);
  const saved = useRef(false);

  const saving = useSave({
    entity,
    stored,
    store,
    say,
    onSaved() {
      saved.current = true;
      props.onSaved();
      // Whoever went elsewhere meanwhile stays there.
      if (mounted.current) props.onLeave();
    },
  });

  function mayLeave(): Promise<boolean> {
    const isOver = saved.current || services.session.get() === undefined;
    if (isOver || !store.isDirty()) return Promise.resolve(true);
    return services.confirms.ask({
      title: say("form.leaveTitle"),
      text: say("form.leave"),
      confirm: say("form.leaveYes"),
      cancel: say("form.leaveNo"),
      danger: true,
      language: entity.language,
    });
  }
  const dirty = useSyncExternalStore(store.subscribe, store.isDirty);
  useLeaveGuard(dirty ? mayLeave : undefined);
  // A layout effect of the form is undone before the effects of its widgets, which would let go of their work.
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      if (saving.isRunning()) return;
      for (const { work } of store.held()) work.left?.();
    };
  }, [store, saving.isRunning]);

  const primeReact = useMemo(() => ({ nonce: styleNonce(), ripple: false }), []);

  async function takeNewer(newer: StoredRecord) {
    if (await mayLeave()) props.onNewer(newer);
  }

  return (
    <PrimeReactProvider value={primeReact}>
      <FormContext value={form}>
        <SaveNotice isProtected={form.readOnly} trouble={saving.trouble} onNewer={takeNewer} />
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void saving.save();
          }}
        >
          <div inert={saving.busy}>
            <Form
              tagName="div"
              schema={validator.schema}
              uiSchema={validator.uiSchema}
              fields={fields}
              templates={templates}
              validator={validator.validator}
              noValidate
              showErrorList={false}
              idPrefix={ID_PREFIX}
              idSeparator={ID_SEPARATOR}
            >
              {NO_SUBMIT_BUTTON}
            </Form>
          </div>
          <SaveBar busy={saving.busy} onCancel={props.onLeave} />
        </form>
      </FormContext>
    </PrimeReactProvider>
  );
}

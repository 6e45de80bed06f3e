import Form from "@rjsf/core";
import type { RegistryFieldsType, TemplatesType } from "@rjsf/utils";
import { PrimeReactProvider } from "primereact/api";
import { Fragment, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { StoredRecord } from "../../model/record.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { styleNonce, useServices } from "../services/services.ts";
import { useLeaveGuard } from "../shell/leave.tsx";
import { ID_PREFIX, ID_SEPARATOR } from "./field/field-ids.ts";
import { FieldTemplate } from "./field/field-template.tsx";
import { FormContext, makeOpenForm, type OpenForm, type OpenFormParts } from "./field/open-form.ts";
import { WidgetField } from "./field/widget-field.tsx";
import { ObjectFieldTemplate } from "./form-tabs.tsx";
import { type FormRuntime, WIDGET_FIELD } from "./loading/form-runtime.ts";
import { FollowNotice, KeptNotice } from "./restore/form-notices.tsx";
import { type Kept, useKeeping } from "./restore/use-kept.ts";
import { SaveBar, SaveNotice } from "./save/save-bar.tsx";
import { useSave } from "./save/use-save.ts";

interface EntityFormProps {
  /** undefined: a new record. */
  readonly stored: StoredRecord | undefined;
  /** What the form begins with on top of it. */
  readonly kept: Kept;
  /** Followed when it changes. */
  readonly runtime: FormRuntime;
  /** A newer one could not be loaded. */
  readonly isBehind: boolean;
  /** Its entity is open no more: nothing is followed or saved. */
  readonly isGone: boolean;
  /** Tries to load it again. */
  onRetry(): void;
  /** Leaves for the entity's list. */
  onLeave(): void;
  /** After the record is stored; before leaving. */
  onSaved(): void;
  /** Starts anew from a newer record. */
  onNewer(newer: StoredRecord): void;
}

/** RJSF puts its own submit button where it is given no children. */
const NO_SUBMIT_BUTTON = <Fragment />;

/** One open form: its state lives in its store from the first paint until it is left, whatever configs it follows. */
export function EntityForm(props: EntityFormProps) {
  const { stored, runtime, isGone } = props;
  const services = useServices();
  const { view } = useApp();
  const newest = { stored, runtime, services, view, say: useMessage(runtime.open.entity) };
  const [form, setForm] = useState(() => makeOpenForm(newest));
  const { store, entity, say } = form;
  const { schema, uiSchema, validator } = form.runtime.validator;
  const mounted = useRef(false);
  const saved = useRef(false);
  const isBack = useKeeping(props.kept, { form, version: stored?.updatedAt, saved });

  const saving = useSave({
    entity,
    stored,
    isGone,
    store,
    say,
    isOpen: () => mounted.current,
    onSaved() {
      saved.current = true;
      // The session may have ended while it was being saved.
      services.kept.forget(props.kept.address);
      props.onSaved();
      // Whoever went elsewhere meanwhile stays there.
      if (mounted.current) props.onLeave();
    },
  });

  // A save ends as it began.
  useFollowing(saving.busy || isGone ? undefined : newest, form, setForm);

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
  async function dropKept() {
    const question = { title: say("form.leaveTitle"), text: say("form.keptSure"), danger: true };
    const answers = { confirm: say("form.keptDrop"), cancel: say("form.leaveNo") };
    if (await services.confirms.ask({ ...question, ...answers, language: entity.language }))
      props.kept.drop();
  }
  const dirty = useSyncExternalStore(store.subscribe, store.isDirty);
  useLeaveGuard(dirty ? mayLeave : undefined);
  // A layout effect of the form is undone before the effects of its widgets, which would abandon their work.
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      store.leave();
    };
  }, [store]);

  const primeReact = useMemo(() => ({ nonce: styleNonce(), ripple: false }), []);

  async function takeNewer(newer: StoredRecord) {
    if (await mayLeave()) props.onNewer(newer);
  }

  return (
    <PrimeReactProvider value={primeReact}>
      <FormContext value={form}>
        <SaveNotice
          isProtected={form.readOnly}
          isGone={isGone}
          trouble={saving.trouble}
          onNewer={takeNewer}
        />
        {isBack && <KeptNotice onDrop={dropKept} />}
        <FollowNotice isBehind={props.isBehind && !isGone} onRetry={props.onRetry} />
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
              schema={schema}
              uiSchema={uiSchema}
              fields={fields}
              templates={templates}
              validator={validator}
              noValidate
              showErrorList={false}
              idPrefix={ID_PREFIX}
              idSeparator={ID_SEPARATOR}
            >
              {NO_SUBMIT_BUTTON}
            </Form>
          </div>
          <SaveBar busy={saving.busy} isGone={isGone} onCancel={props.onLeave} />
        </form>
      </FormContext>
    </PrimeReactProvider>
  );
}

/**
 * Lets the open form follow what it is made of, in one step before the next paint. undefined: not now. Where the field
 * that is typed in moves on the page, the focus stays in it.
 */
function useFollowing(
  newest: OpenFormParts | undefined,
  form: OpenForm,
  setForm: (form: OpenForm) => void,
): void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (newest === undefined || form.isMadeOf(newest)) return;
    focused.current = document.activeElement;
    setForm(form.follow(newest));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each form that followed
  useLayoutEffect(() => {
    const before = focused.current;
    focused.current = null;
    if (before instanceof HTMLElement && before.isConnected && before !== document.activeElement)
      before.focus({ preventScroll: true });
  }, [form]);
}

/** Our RJSF theme: two templates and the one field that asks a plugin's widget. */
const fields: RegistryFieldsType = { [WIDGET_FIELD]: WidgetField };
const templates: Partial<Omit<TemplatesType, "ButtonTemplates">> = {
  FieldTemplate,
  ObjectFieldTemplate,
};

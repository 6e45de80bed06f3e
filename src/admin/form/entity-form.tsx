import Form from "@rjsf/core";
import { PrimeReactProvider } from "primereact/api";
import { Fragment, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { StoredRecord } from "../../model/record.ts";
import type { Host } from "../../plugin/host.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { useApp } from "../app-context.tsx";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services.ts";
import { useLeaveGuard } from "../shell/leave.tsx";
import { makeFieldHost } from "./field-host.ts";
import { ID_PREFIX, ID_SEPARATOR } from "./field-ids.ts";
import { FormContext, type OpenForm } from "./form-context.ts";
import type { FormRules } from "./form-rules.ts";
import { formSchema } from "./form-schema.ts";
import { makeFormStore } from "./form-store.ts";
import { initialRecord } from "./initial-record.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { noValidator } from "./no-validator.ts";
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
  const { open, stored, rules, widgets } = props;
  const { entity } = open;
  const services = useServices();
  const { view } = useApp();
  const say = useMessage(entity);
  const [{ form, store }] = useState(() => openForm());
  const done = useRef(false);

  function openForm() {
    const leaves = new Map(leavesOf(entity).map((leaf) => [leaf.path, leaf]));
    const store = makeFormStore([...leaves.values()], rules, initialRecord(entity, stored));
    const hosts = new Map<string, Host>();
    const hostParts = { entity, recordId: stored?._id, store, services, view, say };
    const form: OpenForm = {
      entity,
      store,
      widgets,
      say,
      readOnly: stored?.isProtected === true,
      leaf: (path) => leaves.get(path),
      host(leaf: Leaf) {
        const host = hosts.get(leaf.path) ?? makeFieldHost(leaf, hostParts);
        hosts.set(leaf.path, host);
        return host;
      },
    };
    return { form, store };
  }

  const saving = useSave({
    entity,
    stored,
    store,
    say,
    onSaved() {
      done.current = true;
      props.onSaved();
      props.onLeave();
    },
  });

  const askToLeave = () => mayLeave(done.current);
  function mayLeave(isDone: boolean): Promise<boolean> {
    if (isDone || services.session.get() === undefined || !store.isDirty()) return Promise.resolve(true);
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
  useLeaveGuard(dirty ? askToLeave : undefined);
  useGiveUpHeldWork(store, done);

  const { schema, uiSchema } = useMemo(() => formSchema(entity), [entity]);
  const primeReact = useMemo(() => ({ nonce: styleNonce(), ripple: false }), []);

  async function takeNewer(newer: StoredRecord) {
    if (await mayLeave(false)) props.onNewer(newer);
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
          <Form
            tagName="div"
            schema={schema}
            uiSchema={uiSchema}
            fields={fields}
            templates={templates}
            validator={noValidator}
            noValidate
            showErrorList={false}
            idPrefix={ID_PREFIX}
            idSeparator={ID_SEPARATOR}
          >
            {NO_SUBMIT_BUTTON}
          </Form>
          <SaveBar busy={saving.busy} onCancel={props.onLeave} />
        </form>
      </FormContext>
    </PrimeReactProvider>
  );
}

/** Work still held when the form is left without saving is told so. */
function useGiveUpHeldWork(store: OpenForm["store"], done: { readonly current: boolean }): void {
  // A layout effect of the form is undone before the effects of its widgets, which would let go of their work.
  useLayoutEffect(
    () => () => {
      if (done.current) return;
      for (const { work } of store.held()) work.left?.();
    },
    [store, done],
  );
}

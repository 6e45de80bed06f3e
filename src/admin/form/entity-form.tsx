import Form from "@rjsf/core";
import type { RegistryFieldsType, TemplatesType } from "@rjsf/utils";
import { PrimeReactProvider } from "primereact/api";
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router-dom";
import type { MessageName } from "../../model/message-keys.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { VersionedRecord } from "../api/records.ts";
import { useMessage } from "../messages/use-message.ts";
import { ChunkView, makeChunk } from "../problem/chunk.tsx";
import { useApp } from "../services/app-context.tsx";
import type { Question } from "../services/confirm-store.ts";
import { DRAFT_DAYS } from "../services/draft-age.ts";
import { styleNonce, useServices } from "../services/services.ts";
import { useLeaveGuard } from "../shell/leave.tsx";
import { ID_PREFIX, ID_SEPARATOR } from "./field/field-ids.ts";
import { FieldTemplate } from "./field/field-template.tsx";
import { FormContext, makeOpenForm, type OpenForm, type OpenFormParts } from "./field/open-form.ts";
import { useFirstFocus, useShownFocus } from "./field/use-focus.ts";
import { WidgetField } from "./field/widget-field.tsx";
import { ObjectFieldTemplate } from "./form-tabs.tsx";
import { ChangedNotice } from "./live/changed-notice.tsx";
import { numberOf, useNewer } from "./live/use-newer.ts";
import { type FormRuntime, WIDGET_FIELD } from "./loading/form-runtime.ts";
import type { DraftContent } from "./restore/draft-keeper.ts";
import { FollowNotice } from "./restore/form-notices.tsx";
import { useDrafts } from "./restore/use-drafts.ts";
import { FormFoot } from "./save/form-foot.tsx";
import { GoneNotice, SaveBar, SaveNotice } from "./save/save-bar.tsx";
import { useSave } from "./save/use-save.ts";
import { tabIn, useTabInAddress } from "./tab-address.ts";

interface EntityFormProps {
  /** undefined: a new record. */
  readonly stored: VersionedRecord | undefined;
  /** As it was read last, maybe since a change of it was undone here. */
  readonly read: VersionedRecord | undefined;
  /** Its path in the app, by which what is typed is kept. */
  readonly address: string;
  /** As people call what is filled in. */
  readonly name: string;
  /** Followed when it changes. */
  readonly runtime: FormRuntime;
  /** A newer runtime could not be loaded. */
  readonly isBehind: boolean;
  /** Its entity is no longer open: nothing is followed or saved. */
  readonly isGone: boolean;
  /** Loads the newer runtime again. */
  onRetry(): void;
  /** Called when the form goes on from what somebody else has saved. */
  onNewer(record: StoredRecord): void;
  /** Called when there is something unsaved, and when there is nothing any more. */
  onUnsaved(isUnsaved: boolean): void;
  /** Leaves for the entity's list. */
  onLeave(): void;
  /** After the record is stored; before leaving. */
  onSaved(record: StoredRecord): void;
}

const DraftChunk = makeChunk(() => import("./restore/draft-notice.tsx"));

/** Without children RJSF draws its own submit button. */
const NO_SUBMIT_BUTTON = <Fragment />;

/** One open form: it keeps its store until it is left, whatever configs it follows. */
export function EntityForm(props: EntityFormProps) {
  const { runtime, isGone } = props;
  /** The stored record as it was seen last: somebody else may change it while the form is open. */
  const [seen, setSeen] = useState(props.stored);
  const stored = seen?.record;
  const services = useServices();
  const { view } = useApp();
  const [params] = useSearchParams();
  const newest = { stored, runtime, services, view, say: useMessage(runtime.open.entity), params };
  const [form, setForm] = useState(() => {
    const opened = makeOpenForm(newest);
    opened.store.openTab(tabIn(params, opened.entity.form.tabs.length));
    return opened;
  });
  const { store, entity, say } = form;
  const { schema, uiSchema, validator } = form.runtime.validator;
  const mounted = useRef(false);
  const saved = useRef(false);
  /** The question that is asked before the form is left. */
  const leaving = useRef<Question>(undefined);
  const drafts = useDrafts({
    address: props.address,
    name: props.name,
    form,
    seen,
    onVersion: (version) => setSeen((before) => before && { ...before, version }),
  });

  const saving = useSave({
    entity,
    seen,
    isGone,
    readOnly: form.readOnly,
    draftId: drafts.id,
    rights: form.runtime.open.rights,
    store,
    say,
    isOpen: () => mounted.current,
    onNewer(newer) {
      setSeen(newer);
      props.onNewer(newer.record);
    },
    onSaved(record) {
      saved.current = true;
      drafts.end();
      props.onSaved(record);
      const { confirms } = services;
      // Nothing is unsaved any more: a person who wanted to go elsewhere goes there, one who went stays there.
      if (leaving.current !== undefined && confirms.get() === leaving.current) confirms.answer(true);
      else if (mounted.current) props.onLeave();
    },
  });

  const found = useNewer(entity, seen, saving.busy || isGone);
  const { tellGone } = saving;
  useEffect(() => {
    if (found !== undefined || seen !== undefined) tellGone(found === "gone");
  }, [found, seen, tellGone]);
  const newer = found === "gone" || isKnown(found, props.read) ? undefined : found;

  // Not during a save: it ends with the config that it began with.
  useFollowing(saving.busy || isGone ? undefined : newest, form, setForm);

  const question = (text: MessageName, confirm: MessageName): Question => ({
    title: say("form.leaveTitle"),
    text: say(text),
    confirm: say(confirm),
    cancel: say("form.leaveNo"),
    danger: true,
    language: entity.language,
  });
  async function mayLeave(): Promise<boolean> {
    const isOver = saved.current || services.session.get() === undefined;
    if (isOver || !store.isDirty()) return true;
    const kept = drafts.kept();
    const answer = await (kept === undefined ? askToLeave() : askToKeep(missingLine(kept)));
    if (answer === true) drafts.end();
    return answer !== false;
  }
  function askToLeave() {
    const asked = question("form.leave", "form.leaveYes");
    leaving.current = asked;
    return services.confirms.ask(asked);
  }
  /** Says what is never kept of what was typed; undefined: nothing. */
  function missingLine({ secrets }: DraftContent): string | undefined {
    const fields = new Intl.ListFormat(entity.language).format(secrets);
    return secrets.length === 0 ? undefined : say("form.draftSecrets", { fields });
  }
  function askToKeep(missing: string | undefined) {
    const asked = {
      ...question("form.leaveKept", "form.leaveDiscard"),
      text: say("form.leaveKept", { days: DRAFT_DAYS }),
      ...(missing === undefined ? {} : { items: [missing] }),
      alternative: say("form.leaveKeep"),
    };
    leaving.current = asked;
    return services.confirms.choose(asked);
  }
  async function discard() {
    const { offer } = drafts;
    if (await services.confirms.ask(question("form.draftSure", "form.draftDiscard"))) offer?.discard();
  }
  useTabInAddress(useSyncExternalStore(store.subscribe, store.tab));
  const dirty = useSyncExternalStore(store.subscribe, store.isDirty);
  const { onUnsaved } = props;
  useEffect(() => {
    onUnsaved(dirty);
    return () => onUnsaved(false);
  }, [dirty, onUnsaved]);
  useLeaveGuard(props.name, dirty ? mayLeave : undefined, () => {
    const kept = drafts.kept();
    return kept && { discard: drafts.end, missing: missingLine(kept) };
  });
  // A layout effect, so that its clean-up comes before those of the widgets' effects, which would abandon their work.
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      store.leave();
    };
  }, [store]);

  useFirstFocus(form, stored === undefined);
  const showFocused = useShownFocus();
  const primeReact = useMemo(() => ({ nonce: styleNonce(), ripple: false }), []);

  const notices = (
    <>
      <GoneNotice isGone={isGone} id={seen?.record._id} saving={saving} />
      {seen !== undefined && newer !== undefined && (
        <ChangedNotice seen={seen} newer={newer} onLoad={(message) => saving.takeIn(newer, message)} />
      )}
      {drafts.offer && (
        <ChunkView
          chunk={DraftChunk}
          props={{
            offer: drafts.offer,
            isNewer: drafts.offer.draft.version !== seen?.version,
            onDiscard: discard,
          }}
          pending={null}
        />
      )}
      <FollowNotice isBehind={props.isBehind && !isGone} onRetry={props.onRetry} />
    </>
  );

  return (
    <PrimeReactProvider value={primeReact}>
      <FormContext value={form}>
        <SaveNotice saving={saving} />
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void saving.save();
          }}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus has come to */}
          <div inert={saving.busy} onFocus={showFocused}>
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
          <FormFoot notices={notices}>
            <SaveBar busy={saving.busy} isGone={isGone} onCancel={props.onLeave} />
          </FormFoot>
        </form>
      </FormContext>
    </PrimeReactProvider>
  );
}

/** Whether what was found is no newer than what this page has read by itself. */
function isKnown(found: VersionedRecord | undefined, read: VersionedRecord | undefined): boolean {
  const [now, known] = [numberOf(found), numberOf(read)];
  return now !== undefined && known !== undefined && now <= known;
}

/**
 * Lets the open form follow what it is made of, before the next paint; undefined: not now. The focus stays in its field,
 * also where that moves on the page.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the form has followed
  useLayoutEffect(() => {
    const before = focused.current;
    focused.current = null;
    // Not where a notice has taken it meanwhile.
    const isLost = document.activeElement === document.body;
    if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }, [form]);
}

/** Our RJSF theme: two templates, and the one field, which draws a plugin's widget. */
const fields: RegistryFieldsType = { [WIDGET_FIELD]: WidgetField };
const templates: Partial<Omit<TemplatesType, "ButtonTemplates">> = {
  FieldTemplate,
  ObjectFieldTemplate,
};

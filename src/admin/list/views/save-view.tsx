import { type FormEvent, useId, useRef, useState } from "react";
import type { Entity } from "../../../model/entity.ts";
import { MAX_VIEW_NAME } from "../../../wire/preferences.ts";
import type { Say } from "../../messages/say.ts";
import { useServices } from "../../services/services.ts";
import { listPath } from "../../shell/access.ts";
import { Icon } from "../../shell/glyphs.tsx";
import { type Go, type ListAddress, writeListAddress } from "../list-address.ts";
import { fits, sharedQuery, spelledOut, withView } from "./own-views.ts";
import type { ListLayout } from "./use-list-layout.ts";

interface SaveViewProps {
  readonly entity: Entity;
  readonly address: ListAddress;
  readonly layout: ListLayout;
  readonly go: Go;
  readonly say: Say;
  /** Closes the dialog, which would hide the toast that says what was done. */
  readonly close: () => void;
}

/** Saves what the list shows as a view of the person's own, or copies its address for somebody else. */
export function SaveView({ entity, address, layout, go, say, close }: SaveViewProps) {
  const id = useId();
  const title = useId();
  const input = useRef<HTMLInputElement>(null);
  const { toasts } = useServices();
  const [name, setName] = useState("");
  const [error, setError] = useState("");
  const { choice, choose } = layout;
  const named = name.trim();
  const isKnown = choice.views.some((view) => view.name === named);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (named === "") {
      setError(say("view.nameRequired"));
      input.current?.focus();
      return;
    }
    const shown = spelledOut(address, layout);
    const views = withView(choice.views, { name: named, query: String(writeListAddress(shown)) });
    if (!fits({ ...choice, views })) {
      setError(say("view.full"));
      return;
    }
    choose({ views });
    go(shown, { replace: true });
    toasts.show("success", say("view.saved", { name: named }));
    close();
  };
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>{say("view.saveTitle")}</h3>
      <form className="view-save" onSubmit={save}>
        <label className="unseen" htmlFor={id}>
          {say("view.name")}
        </label>
        <input
          ref={input}
          id={id}
          className="input"
          value={name}
          maxLength={MAX_VIEW_NAME}
          placeholder={say("view.name")}
          autoComplete="off"
          aria-invalid={error !== ""}
          aria-describedby={error === "" ? undefined : `${id}-error`}
          onChange={(event) => {
            setName(event.target.value);
            setError("");
          }}
        />
        <button type="submit" className="button button-primary">
          {say(isKnown ? "view.replace" : "view.save")}
        </button>
      </form>
      {error !== "" && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      <CopyLink query={sharedQuery(address, layout, entity)} entity={entity} say={say} close={close} />
    </section>
  );
}

interface CopyLinkProps extends Pick<SaveViewProps, "entity" | "say" | "close"> {
  readonly query: string;
}

/** Copies the address; where the browser does not allow that, the person can. */
function CopyLink({ query, entity, say, close }: CopyLinkProps) {
  const { toasts } = useServices();
  const [byHand, setByHand] = useState(false);
  const link = `${window.location.origin}${listPath(entity.id)}?${query}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toasts.show("success", say("view.copied"));
      close();
    } catch {
      setByHand(true);
    }
  };
  return (
    <>
      <button type="button" className="button view-copy" onClick={copy}>
        <Icon name="link" />
        {say("view.copy")}
      </button>
      {byHand && (
        <input
          className="input"
          readOnly
          aria-label={say("view.link")}
          value={link}
          ref={(element) => {
            element?.focus();
            element?.select();
          }}
        />
      )}
    </>
  );
}

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Say } from "../messages/say.ts";
import { Icon } from "../shell/glyphs.tsx";

interface ListSearchProps {
  /** What is searched for now. */
  readonly search: string;
  readonly placeholder: string;
  readonly say: Say;
  readonly go: (search: string) => void;
}

/** The search box with its two buttons. Searches when asked to, not while typing. */
export function ListSearch({ search, placeholder, say, go }: ListSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(text);
  };
  const clear = () => {
    setText("");
    go("");
    input.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: React knows no <search> where the browser is an older one
    <form className="list-search" role="search" onSubmit={submit}>
      <label className="unseen" htmlFor={id}>
        {placeholder === "" ? say("list.search") : placeholder}
      </label>
      <div className="list-search-box">
        <Icon name="search" />
        <input
          ref={input}
          id={id}
          className="input"
          type="text"
          inputMode="search"
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <button type="submit" className="button">
        {say("list.search")}
      </button>
      <button
        type="button"
        className="button button-quiet"
        disabled={text === "" && search === ""}
        onClick={clear}
      >
        {say("list.clear")}
      </button>
    </form>
  );
}

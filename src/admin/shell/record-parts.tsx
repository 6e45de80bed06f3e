import "./record-parts.css";
import { useState } from "react";
import type { Badge } from "../../model/display.ts";
import type { Json } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { formatAgo, formatTime } from "../../record/moment.ts";
import { smallImageUrl } from "../../wire/paths.ts";
import { useApp } from "../services/app-context.tsx";
import { useNow } from "../services/use-now.ts";
import { Icon } from "./glyphs.tsx";

interface RecordThumbProps {
  /** A picture, or several, of which the first is shown. */
  readonly value: Json | undefined;
  /** The glyph of the entity, where there is no picture. */
  readonly icon: string | undefined;
}

/** The picture by which a record is recognised. It stands beside the name, so that screen readers skip it. */
export function RecordThumb({ value, icon = "circle" }: RecordThumbProps) {
  const [broken, setBroken] = useState<string>();
  const url = ownValue<Json>(Array.isArray(value) ? value[0] : value, "imgUrl");
  if (typeof url !== "string" || url === broken)
    return (
      <span className="record-thumb record-thumb-none">
        <Icon name={icon} />
      </span>
    );
  return (
    <img
      className="record-thumb"
      src={smallImageUrl(url)}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
    />
  );
}

/** The states of a record, each a dot with a word. */
export function RecordStates({ states }: { readonly states: readonly Pick<Badge, "label" | "tone">[] }) {
  return states.map(({ label, tone }) => (
    <span key={label} className={`record-state record-state-${tone}`}>
      {label}
    </span>
  ));
}

interface AgoProps {
  readonly moment: string;
  /** Of the words around it. */
  readonly language: string;
}

/** "3 minutes ago", with the whole time in a tooltip and for screen readers. */
export function Ago({ moment, language }: AgoProps) {
  const { view } = useApp();
  const now = useNow();
  const whole = formatTime(moment, view) ?? moment;
  // A clock that is behind the server's must not speak of the future.
  const ago = formatAgo(moment, Math.max(now, Date.parse(moment)), language);
  return (
    <time dateTime={moment} title={whole}>
      <span aria-hidden="true">{ago ?? whole}</span>
      <span className="unseen">{whole}</span>
    </time>
  );
}

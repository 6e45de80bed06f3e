import { useMemo, useState } from "react";
import { makeCodeLoader } from "../../admin/services/code-loader.ts";
import { useServices } from "../../admin/services/services.ts";
import type { Json } from "../../model/record.ts";
import type { Blame } from "../../wire/blame.ts";
import { askedLine } from "./asked-log.tsx";
import { type BoxState, STATE_TITLES, STATES } from "./example-entity.ts";
import { useGallery } from "./gallery-parts.ts";
import { StateBox } from "./state-box.tsx";
import type { StatesProps } from "./use-tried.ts";
import { SERVERS } from "./use-view.ts";
import "../../admin/form/form.css";
import "../../admin/form/controls.css";
import "../../admin/form/plain-controls.css";

/** A box for every state of a widget. */
export function WidgetStates({ folder, manifest, example, tried, onAsked }: StatesProps) {
  const gallery = useGallery();
  const { toasts, confirms } = useServices();
  const [renewed, setRenewed] = useState<ReadonlyMap<BoxState, Renewed>>(new Map());
  const code = useMemo(() => makeCodeLoader(gallery.loadPlugin), [gallery.loadPlugin]);
  const { server, ...given } = tried;

  function renew(state: BoxState, value: Json) {
    const times = (renewed.get(state)?.times ?? 0) + 1;
    setRenewed(new Map(renewed).set(state, { times, value }));
  }

  return STATES.map((state) => {
    const first = state === "empty" ? null : example.value;
    const { times = 0, value = first } = renewed.get(state) ?? {};
    return (
      <StateBox
        key={`${state} ${times} ${server}`}
        parts={{
          ...given,
          gallery,
          manifest,
          example,
          state,
          value,
          code,
          page: { toasts, confirms },
          blame: blameOf(folder),
          server: SERVERS[server][1],
          onAsked: (asked) => onAsked({ box: STATE_TITLES[state], text: askedLine(asked) }),
        }}
        onRenew={(next) => renew(state, next)}
        onReset={() => renew(state, first)}
      />
    );
  });
}

interface Renewed {
  readonly times: number;
  readonly value: Json;
}

/** The plugin itself, whatever breaks. */
function blameOf(folder: string): Blame {
  return { plugin: folder, place: { file: `${folder}/plugin.json`, line: 1, column: 1 }, problems: [] };
}

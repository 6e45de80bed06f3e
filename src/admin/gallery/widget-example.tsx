import { useCallback, useMemo, useState } from "react";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { makeWidgets } from "../form/widgets.ts";
import type { Asked } from "../recording/asked.ts";
import type { Behaviour } from "../recording/recording-host.ts";
import { useServices } from "../services.ts";
import { askedLine } from "./asked-line.ts";
import { type AskedLine, AskedLog } from "./asked-log.tsx";
import { ExampleOptions } from "./example-options.tsx";
import { useGallery } from "./gallery-parts.ts";
import { JsonEditor } from "./json-editor.tsx";
import { StateBox } from "./state-box.tsx";
import { type BoxState, STATE_TITLES, STATES } from "./states.ts";
import { Choice } from "./toolbar.tsx";
import { useOptions } from "./use-options.ts";
import type { View } from "./use-view.ts";
import "../form/form.css";
import "../form/controls.css";

export interface ExampleProps {
  readonly manifest: PluginManifest;
  readonly example: PluginExample;
  readonly view: View;
}

const SERVER = {
  answers: ["Answers", "answers"],
  waits: ["Never answers", "waits"],
  fails: ["Fails", { fails: "The server failed, in a sentence of its own." }],
} as const satisfies Record<string, readonly [string, Behaviour]>;
type Server = keyof typeof SERVER;

/** More lines than these are read by nobody. */
const MOST_LINES = 200;

/** One example of a widget in every state, and what can be changed about it. */
export function WidgetExample({ manifest, example, view }: ExampleProps) {
  const gallery = useGallery();
  const services = useServices();
  const options = useOptions(manifest, example);
  const [record, setRecord] = useState<RecordData>(example.record ?? {});
  const [server, setServer] = useState<Server>("answers");
  const [renewed, setRenewed] = useState<ReadonlyMap<BoxState, Renewed>>(new Map());
  const [lines, setLines] = useState<readonly AskedLine[]>([]);
  const widgets = useMemo(() => makeWidgets(gallery.loadPlugin), [gallery.loadPlugin]);

  const note = useCallback((state: BoxState, asked: Asked) => {
    const line = { box: STATE_TITLES[state], text: askedLine(asked) };
    // A widget may ask while it is drawn.
    queueMicrotask(() =>
      setLines((before) => [{ id: (before[0]?.id ?? 0) + 1, ...line }, ...before].slice(0, MOST_LINES)),
    );
  }, []);

  function renew(state: BoxState, value: Json) {
    const times = (renewed.get(state)?.times ?? 0) + 1;
    setRenewed(new Map(renewed).set(state, { times, value }));
  }

  return (
    <div className="gallery-columns">
      <section className="gallery-boxes" data-width={view.width} aria-labelledby="gallery-states">
        <h2 id="gallery-states">{example.title}</h2>
        {STATES.map((state) => {
          const first = state === "empty" ? null : example.value;
          const { times = 0, value = first } = renewed.get(state) ?? {};
          return (
            <StateBox
              key={`${state} ${times} ${server}`}
              parts={{
                gallery,
                manifest,
                example,
                options: options.held,
                language: view.language,
                state,
                value,
                record,
                widgets,
                services,
                server: SERVER[server][1],
                onAsked: (asked) => note(state, asked),
              }}
              onRenew={(next) => renew(state, next)}
              onReset={() => renew(state, first)}
            />
          );
        })}
      </section>
      <div className="gallery-side">
        <ExampleOptions
          manifest={manifest}
          options={options.written}
          judge={options.judge}
          onChange={options.change}
        />
        <section className="gallery-panel" aria-labelledby="gallery-around">
          <h2 id="gallery-around">Around the field</h2>
          <JsonEditor
            label="Other fields of the record, as JSON"
            hint="What useSibling and useRecord answer, beside the field's own value."
            value={record as Json}
            refusalOf={(value) => (isRecord(value) ? undefined : "A record is an object: { }.")}
            onChange={(value) => isRecord(value) && setRecord(value)}
          />
          <Choice
            label="Server"
            value={server}
            choices={Object.entries(SERVER).map(([one, [text]]) => [one, text])}
            onChange={(one) => isServer(one) && setServer(one)}
          />
        </section>
        <AskedLog lines={lines} onClear={() => setLines([])} />
      </div>
    </div>
  );
}

interface Renewed {
  readonly times: number;
  readonly value: Json;
}

function isServer(name: string): name is Server {
  return Object.hasOwn(SERVER, name);
}

function isRecord(value: unknown): value is RecordData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { useId } from "react";
import { useSearchParams } from "react-router-dom";
import { ChoiceField } from "../../admin/public/text-field.tsx";
import type { FoundPlugin } from "../../plugin/registry.ts";
import { isObject } from "../../record/json.ts";
import { AskedLog, useAskedLines } from "./asked-log.tsx";
import { ExampleOptions } from "./example-options.tsx";
import { ExampleStates } from "./example-states.tsx";
import { JsonEditor } from "./json-editor.tsx";
import { PhoneFrame } from "./phone-page.tsx";
import { isServer, SERVERS, type Shown, useShown, type View, WIDTHS, writeView } from "./use-shown.ts";

/** One example of a plugin in every state, and what can be changed about it. */
export function PluginExamples({ plugin }: { readonly plugin: FoundPlugin }) {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const shown = useShown(plugin, search);
  const { lines, note, clear } = useAskedLines();
  const { view, example } = shown;
  const { kind, name } = plugin.manifest;
  const change = (next: Partial<View>) => setSearch(writeView({ ...view, ...next }), { replace: true });
  return (
    <>
      <Toolbar shown={shown} onChange={change} />
      <div className="gallery-columns" data-width={view.width}>
        <section className="gallery-shown" aria-labelledby={id}>
          <h2 id={id}>{example.title}</h2>
          {view.width === "full" ? (
            <ExampleStates plugin={plugin} shown={shown} onAsked={note} />
          ) : (
            <PhoneFrame
              title={`${example.title}, 390 px wide`}
              address={`/dev/plugins/phone/${kind}/${name}#${writeView(view)}`}
              onAsked={note}
            />
          )}
        </section>
        <div className="gallery-side" key={example.title}>
          <ExampleOptions
            manifest={plugin.manifest}
            shown={shown}
            onChange={(options) => change({ options })}
          />
          {kind === "widget" && (
            <>
              <AroundField shown={shown} onChange={change} />
              <AskedLog lines={lines} onClear={clear} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface ShownProps {
  readonly shown: Shown;
  onChange(change: Partial<View>): void;
}

/** The record that a widget stands in, and how the server answers it. */
function AroundField({ shown: { record, view }, onChange }: ShownProps) {
  return (
    <section className="gallery-panel" aria-labelledby="gallery-around">
      <h2 id="gallery-around">Around the field</h2>
      <JsonEditor
        label="Other fields of the record, as JSON"
        hint="What useSibling and useRecord answer, beside the field's own value."
        value={record}
        refusalOf={(value) => (isObject(value) ? undefined : "A record is an object: { }.")}
        onChange={(value) => onChange({ record: JSON.stringify(value) })}
      />
      <ChoiceField
        id="gallery-server"
        label="Server"
        error={undefined}
        value={view.server}
        choices={Object.entries(SERVERS).map(([value, [label]]) => ({ value, label }))}
        onChange={(server) => isServer(server) && onChange({ server })}
      />
    </section>
  );
}

/** Which example is shown, how wide, in which language. */
function Toolbar({ shown: { view, examples, languages }, onChange }: ShownProps) {
  return (
    <section className="gallery-toolbar" aria-label="What is shown">
      <ChoiceField
        id="gallery-example"
        label="Example"
        error={undefined}
        value={String(view.example)}
        choices={examples.map(({ title }, index) => ({ value: String(index), label: title }))}
        onChange={(index) => onChange({ example: Number(index), options: undefined, record: undefined })}
      />
      <fieldset className="gallery-widths">
        <legend>Width</legend>
        {WIDTHS.map((width) => (
          <label key={width}>
            <input
              type="radio"
              name="width"
              checked={view.width === width}
              onChange={() => onChange({ width })}
            />
            <span>{width === "full" ? "Full" : `${width} px`}</span>
          </label>
        ))}
      </fieldset>
      <ChoiceField
        id="gallery-language"
        label="Language"
        error={undefined}
        value={view.language}
        choices={languages.map((language) => ({ value: language, label: language }))}
        onChange={(language) => onChange({ language })}
      />
    </section>
  );
}

import { useId, useMemo } from "react";
import { examplesOf } from "../../compiler/manifest/plugin-examples.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { RecordData } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import { AskedLog, useAskedLines } from "./asked-log.tsx";
import { withoutDefaults } from "./check-options.ts";
import { ExampleOptions } from "./example-options.tsx";
import { ExampleStates } from "./example-states.tsx";
import { type GalleryPlugin, shownLanguages, useGallery } from "./gallery-parts.ts";
import { JsonEditor } from "./json-editor.tsx";
import { PhoneFrame } from "./phone-page.tsx";
import { useTried } from "./use-tried.ts";
import { isServer, SERVERS, type Server, useView, type View, WIDTHS, writeView } from "./use-view.ts";

interface PluginExamplesProps {
  readonly plugin: GalleryPlugin;
  readonly manifest: PluginManifest;
}

/** The examples of a plugin, one at a time. */
export function PluginExamples({ plugin, manifest }: PluginExamplesProps) {
  const languages = shownLanguages(manifest, useGallery().messages);
  const [view, changeView] = useView(languages);
  const examples = useMemo(() => examplesOf(manifest), [manifest]);
  const example = examples[view.example] ?? examples[0];
  if (example === undefined) return <p>It has no examples, and no values to make one of.</p>;
  return (
    <>
      <Toolbar
        examples={examples}
        languages={languages}
        view={{ ...view, example: examples.indexOf(example) }}
        onChange={(change) =>
          changeView("example" in change ? { ...change, options: undefined, record: undefined } : change)
        }
      />
      <ShownExample plugin={plugin} manifest={manifest} example={example} view={view} onChange={changeView} />
    </>
  );
}

interface ShownExampleProps extends PluginExamplesProps {
  readonly example: PluginExample;
  readonly view: View;
  onChange(change: Partial<View>): void;
}

/** An example in every state, and what can be changed about it. */
function ShownExample({ plugin, manifest, example, view, onChange }: ShownExampleProps) {
  const id = useId();
  const tried = useTried(manifest, example, view);
  const { lines, note, clear } = useAskedLines();
  const own = useMemo(() => withoutDefaults(manifest, example.options ?? {}), [manifest, example]);
  const { kind, name } = plugin;

  function changeOptions(options: object) {
    const written = unless(own, options);
    if (written !== view.options) onChange({ options: written });
  }

  return (
    <div className="gallery-columns" data-width={view.width}>
      <section className="gallery-shown" aria-labelledby={id}>
        <h2 id={id}>{example.title}</h2>
        {view.width === "full" ? (
          <ExampleStates
            folder={plugin.folder}
            manifest={manifest}
            example={example}
            tried={tried}
            onAsked={note}
          />
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
          manifest={manifest}
          example={example}
          options={tried.options}
          onChange={changeOptions}
        />
        {kind === "widget" && (
          <>
            <AroundField
              record={tried.record}
              server={tried.server}
              onRecord={(record) => onChange({ record: unless(example.record ?? {}, record) })}
              onServer={(server) => onChange({ server })}
            />
            <AskedLog lines={lines} onClear={clear} />
          </>
        )}
      </div>
    </div>
  );
}

/** As the address has it: nothing where it is the example's own. */
function unless(own: object, tried: object): string | undefined {
  const text = JSON.stringify(tried);
  return text === JSON.stringify(own) ? undefined : text;
}

interface AroundFieldProps {
  readonly record: RecordData;
  readonly server: Server;
  onRecord(record: RecordData): void;
  onServer(server: Server): void;
}

/** The record that a widget stands in, and what its requests meet. */
function AroundField({ record, server, onRecord, onServer }: AroundFieldProps) {
  return (
    <section className="gallery-panel" aria-labelledby="gallery-around">
      <h2 id="gallery-around">Around the field</h2>
      <JsonEditor
        label="Other fields of the record, as JSON"
        hint="What useSibling and useRecord answer, beside the field's own value."
        value={record}
        refusalOf={(value) => (isObject(value) ? undefined : "A record is an object: { }.")}
        onChange={(value) => isObject(value) && onRecord(value)}
      />
      <Choice
        label="Server"
        value={server}
        choices={Object.entries(SERVERS).map(([one, [text]]) => [one, text])}
        onChange={(one) => isServer(one) && onServer(one)}
      />
    </section>
  );
}

interface ToolbarProps {
  readonly examples: readonly PluginExample[];
  readonly languages: readonly string[];
  readonly view: View;
  onChange(change: Partial<View>): void;
}

/** Which example is shown, how wide, in which language. */
function Toolbar({ examples, languages, view, onChange }: ToolbarProps) {
  return (
    <section className="gallery-toolbar" aria-label="What is shown">
      <Choice
        label="Example"
        value={String(view.example)}
        choices={examples.map(({ title }, index) => [String(index), title])}
        onChange={(example) => onChange({ example: Number(example) })}
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
      <Choice
        label="Language"
        value={view.language}
        choices={languages.map((language) => [language, language])}
        onChange={(language) => onChange({ language })}
      />
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  onChange(value: string): void;
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

import { useState } from "react";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import { useGallery } from "./gallery-parts.ts";
import { faultText, judgeOptions, type Options, withoutDefaults } from "./judge-options.ts";
import { OptionForm } from "./option-form.tsx";

interface ExampleOptionsProps {
  readonly manifest: PluginManifest;
  readonly example: PluginExample;
  /** To begin with. */
  readonly options: Options;
  /** Those that hold, as a config writes them. */
  onChange(options: Options): void;
}

/** The options of the example shown, to be tried. */
export function ExampleOptions({ manifest, example, options: first, onChange }: ExampleOptionsProps) {
  const { known } = useGallery();
  // As they are edited: what does not hold yet stays as it was typed.
  const [options, setOptions] = useState(first);
  const judge = (written: Options) => judgeOptions(known, manifest, example, written);
  const faults = judge(options);
  const needed = withoutDefaults(manifest, options);
  function change(written: Options) {
    setOptions(written);
    if (judge(written).length === 0) onChange(withoutDefaults(manifest, written));
  }

  const takesSome = Object.keys(manifest.options?.properties ?? {}).length > 0;
  return (
    <section className="gallery-panel" aria-labelledby="gallery-options">
      <h2 id="gallery-options">Options</h2>
      {takesSome ? (
        <>
          <OptionForm manifest={manifest} options={options} judge={judge} onChange={change} />
          {faults.length > 0 && (
            <div className="gallery-notice" role="status">
              <p>A config with these options would be refused. The boxes keep the last that hold.</p>
              <ul>
                {faults.map((fault) => (
                  <li key={`${fault.path} ${fault.message}`}>{faultText(fault)}</li>
                ))}
              </ul>
            </div>
          )}
          <details className="gallery-value">
            <summary>
              <span>In a config</span>
              <code data-options>{JSON.stringify(needed)}</code>
            </summary>
            <pre className="gallery-pre">{JSON.stringify({ options: needed }, null, 2)}</pre>
          </details>
        </>
      ) : (
        <p className="gallery-quiet">This plugin takes none.</p>
      )}
    </section>
  );
}

import type { PluginManifest } from "../../model/plugin-manifest.ts";
import type { ShapeFault } from "../../model/shape.ts";
import { faultText, type Options } from "./judge-options.ts";
import { OptionForm } from "./option-form.tsx";

interface ExampleOptionsProps {
  readonly manifest: PluginManifest;
  readonly options: Options;
  judge(options: Options): readonly ShapeFault[];
  onChange(options: Options): void;
}

/** The options of the example shown, to be tried. */
export function ExampleOptions({ manifest, options, judge, onChange }: ExampleOptionsProps) {
  const faults = judge(options);
  const needed = withoutDefaults(manifest, options);
  const takesSome = Object.keys(manifest.options?.properties ?? {}).length > 0;
  return (
    <section className="gallery-panel" aria-labelledby="gallery-options">
      <h2 id="gallery-options">Options</h2>
      {takesSome ? (
        <>
          <OptionForm manifest={manifest} options={options} judge={judge} onChange={onChange} />
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

/** What a config has to write: RJSF fills in the defaults, as the config's check does. */
function withoutDefaults(manifest: PluginManifest, options: Options): Options {
  const properties = manifest.options?.properties ?? {};
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return JSON.stringify(value) !== JSON.stringify(schema?.default);
    }),
  );
}

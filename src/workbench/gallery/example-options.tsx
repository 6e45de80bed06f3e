import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import { faultText, type Options, optionFaultsOf, withoutDefaults } from "./check-options.ts";
import { Prose } from "./gallery-frame.tsx";
import { useGallery } from "./gallery-parts.ts";
import { JsonEditor } from "./json-editor.tsx";

interface ExampleOptionsProps {
  readonly manifest: PluginManifest;
  readonly example: PluginExample;
  /** To begin with. */
  readonly options: Options;
  /** Valid ones, as a config writes them. */
  onChange(options: Options): void;
}

/** The options of the example shown: edited as a config has them, refused in the words of `npm run check`. */
export function ExampleOptions({ manifest, example, options, onChange }: ExampleOptionsProps) {
  const { known } = useGallery();
  const properties = Object.entries(manifest.options?.properties ?? {});

  function refusalOf(value: Json): string | undefined {
    if (!isObject(value)) return "Options are an object: { }.";
    const faults = optionFaultsOf(known, manifest, example, value);
    if (faults.length === 0) return undefined;
    const refused = faults.map((fault) => `${fault.path} ${faultText(fault)}`.trim());
    return `${refused.join(" ")} The boxes keep the last valid options.`;
  }

  return (
    <section className="gallery-panel" aria-labelledby="gallery-options">
      <h2 id="gallery-options">Options</h2>
      {properties.length === 0 ? (
        <p className="gallery-quiet">This plugin takes none.</p>
      ) : (
        <>
          <JsonEditor
            label="Options, as a config has them"
            value={withoutDefaults(manifest, options)}
            refusalOf={refusalOf}
            onChange={(value) => isObject(value) && onChange(withoutDefaults(manifest, value))}
          />
          <dl className="gallery-options">
            {properties.map(([name, schema]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code> {schema.title}
                </dt>
                <dd className="gallery-quiet">
                  <Prose text={schema.description ?? ""} />
                  {schema.default !== undefined && (
                    <>
                      {" "}
                      Default: <code>{JSON.stringify(schema.default)}</code>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

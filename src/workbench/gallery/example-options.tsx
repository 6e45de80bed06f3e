import type { PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json } from "../../model/record.ts";
import { isObject, type JsonObject } from "../../record/json.ts";
import { optionFaultsOf, withoutDefaults } from "./check-options.ts";
import { Prose } from "./gallery-frame.tsx";
import { useGallery } from "./gallery-parts.ts";
import { JsonEditor } from "./json-editor.tsx";
import type { Shown } from "./use-shown.ts";

interface ExampleOptionsProps {
  readonly manifest: PluginManifest;
  readonly shown: Shown;
  /** Valid ones, as JSON; undefined: those of the example. */
  onChange(options: string | undefined): void;
}

/** The options of the example shown: edited as a config has them, refused in the words of `npm run check`. */
export function ExampleOptions({ manifest, shown: { example, options }, onChange }: ExampleOptionsProps) {
  const { known } = useGallery();
  const properties = Object.entries(manifest.options?.properties ?? {});
  const written = (all: JsonObject) => JSON.stringify(withoutDefaults(manifest, all));

  function refusalOf(value: Json): string | undefined {
    if (!isObject(value)) return "Options are an object: { }.";
    const faults = optionFaultsOf(known, manifest, example, value);
    if (faults.length === 0) return undefined;
    const refused = faults.map(({ path, message, hint = "" }) => `${path} ${message} ${hint}`.trim());
    return `${refused.join(" ")} The boxes keep the last valid options.`;
  }
  function change(value: Json) {
    const next = isObject(value) ? written(value) : undefined;
    onChange(next === written(example.options ?? {}) ? undefined : next);
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
            onChange={change}
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

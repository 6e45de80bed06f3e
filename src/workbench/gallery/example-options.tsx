import Form from "@rjsf/core";
import { pointerOfPath } from "../../record/path.ts";
import "./option-form.css";
import type { RJSFSchema, RJSFValidationError } from "@rjsf/utils";
import { customizeValidator } from "@rjsf/validator-ajv8";
import { Fragment, useMemo, useState } from "react";
import type { ShapeFault } from "../../compiler/shape/shape.ts";
import { NAME_FORMATS } from "../../model/option-schema.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import { useGallery } from "./gallery-parts.ts";
import { faultText, judgeOptions, type Options, withoutDefaults } from "./judge-options.ts";
import { optionTemplates } from "./option-templates.tsx";

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

interface OptionFormProps {
  readonly manifest: PluginManifest;
  /** As a config would write them. */
  readonly options: Options;
  /** What the check of a config says of options. */
  judge(options: Options): readonly ShapeFault[];
  onChange(options: Options): void;
}

/** Whether such a field is there, the config's own check says. */
const validator = customizeValidator({
  customFormats: Object.fromEntries(Object.keys(NAME_FORMATS).map((format) => [format, () => true])),
});

/** Written anew: the manifest's is frozen, and RJSF's type of a schema another one's. */
function schemaOf({ options }: PluginManifest): RJSFSchema {
  return JSON.parse(
    JSON.stringify({ type: "object", properties: {}, ...options, additionalProperties: false }),
  );
}

/** A list that may not be empty is not there, rather than with an empty item. */
const AS_WRITTEN = { arrayMinItems: { populate: "never" } } as const;

const NO_SUBMIT_BUTTON = <Fragment />;

/** A plugin's options as RJSF makes a form of their schema. A wrong one is refused in the words of `npm run check`. */
function OptionForm({ manifest, options, judge, onChange }: OptionFormProps) {
  const schema = useMemo(() => schemaOf(manifest), [manifest]);

  function inOurWords(errors: RJSFValidationError[]): RJSFValidationError[] {
    const faults = judge(options);
    return errors.map((error) => {
      const pointer = pointerOfPath((error.property ?? "").replace(/^\./, ""));
      const fault = faults.find(({ path }) => path === pointer);
      return { ...error, message: fault === undefined ? `It ${error.message}.` : faultText(fault) };
    });
  }

  return (
    <Form
      className="option-form"
      schema={schema}
      formData={options}
      validator={validator}
      templates={optionTemplates}
      transformErrors={inOurWords}
      idPrefix="option"
      experimental_defaultFormStateBehavior={AS_WRITTEN}
      liveValidate="onChange"
      noHtml5Validate
      showErrorList={false}
      onChange={({ formData }) => onChange(written(formData))}
      onSubmit={() => {}}
    >
      {NO_SUBMIT_BUTTON}
    </Form>
  );
}

/** As JSON has it: without what was cleared. */
function written(options: Options | undefined): Options {
  return JSON.parse(JSON.stringify(options ?? {}));
}

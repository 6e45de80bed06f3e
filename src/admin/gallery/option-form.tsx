import Form from "@rjsf/core";
import type { RJSFSchema, RJSFValidationError } from "@rjsf/utils";
import { customizeValidator } from "@rjsf/validator-ajv8";
import { Fragment, useMemo } from "react";
import { NAME_FORMATS } from "../../model/option-schema.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import type { ShapeFault } from "../../model/shape.ts";
import { faultText, type Options } from "./judge-options.ts";
import { optionTemplates } from "./option-templates.tsx";
import "./option-form.css";

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
export function OptionForm({ manifest, options, judge, onChange }: OptionFormProps) {
  const schema = useMemo(() => schemaOf(manifest), [manifest]);

  function inOurWords(errors: RJSFValidationError[]): RJSFValidationError[] {
    const faults = judge(options);
    return errors.map((error) => {
      const pointer = (error.property ?? "").replace(/\[(\w+)\]/g, ".$1").replaceAll(".", "/");
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

import type { RegistryFieldsType, TemplatesType } from "@rjsf/utils";
import { FieldTemplate } from "./field-template.tsx";
import { WIDGET_FIELD } from "./form-schema.ts";
import { ObjectFieldTemplate } from "./object-template.tsx";
import { WidgetField } from "./widget-field.tsx";

/** Our RJSF theme: two templates and the one field that asks a plugin's widget. */
export const fields: RegistryFieldsType = { [WIDGET_FIELD]: WidgetField };
export const templates: Partial<Omit<TemplatesType, "ButtonTemplates">> = {
  FieldTemplate,
  ObjectFieldTemplate,
};

import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  buttonId,
  type DescriptionFieldProps,
  descriptionId,
  errorId,
  type FieldTemplateProps,
  type IconButtonProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type TemplatesType,
} from "@rjsf/utils";
import { KindIcon } from "../../admin/shell/glyphs.tsx";
import { Prose } from "./gallery-frame.tsx";

/** Label above, description and errors below, as in the forms of staff. */
function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, rawDescription, rawErrors = [], displayLabel, children } = props;
  const isItem = /_\d+$/.test(id);
  return (
    <div className="option-field">
      {displayLabel && (
        <label htmlFor={id} className={isItem ? "unseen" : undefined}>
          {label}
          {required && <span aria-hidden="true"> *</span>}
        </label>
      )}
      {children}
      {displayLabel && rawDescription && (
        <p id={descriptionId(id)} className="gallery-quiet">
          <Prose text={rawDescription} />
        </p>
      )}
      {rawErrors.length > 0 && (
        <div id={errorId(id)} className="option-errors" role="alert">
          {rawErrors.map((error) => (
            <p key={error} className="field-error">
              <KindIcon kind="error" />
              <span>{error}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

/** The options themselves bare, an object among them as a group. */
function ObjectFieldTemplate({ fieldPathId, title, schema, properties }: ObjectFieldTemplateProps) {
  const contents = properties.map(({ content }) => content);
  if (fieldPathId.path.length === 0) return <>{contents}</>;
  const isItem = typeof fieldPathId.path.at(-1) === "number";
  return (
    <fieldset className="option-group">
      <legend className={isItem ? "unseen" : undefined}>{title}</legend>
      {schema.description !== undefined && <Description text={schema.description} />}
      {contents}
    </fieldset>
  );
}

function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, title, schema, items, canAdd, onAddClick, registry } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <fieldset className="option-group">
      <legend>{title}</legend>
      {schema.description !== undefined && <Description text={schema.description} />}
      <div className="option-items">{items}</div>
      {canAdd && (
        <AddButton
          id={buttonId(fieldPathId, "add")}
          onClick={onAddClick}
          aria-label={`Add to ${title}`}
          registry={registry}
        />
      )}
    </fieldset>
  );
}

function ArrayFieldItemTemplate({ children, buttonsProps, hasToolbar, index }: ArrayFieldItemTemplateProps) {
  const { hasMoveDown, hasMoveUp, hasRemove, fieldPathId, registry } = buttonsProps;
  const { MoveDownButton, MoveUpButton, RemoveButton } = registry.templates.ButtonTemplates;
  const place = `No. ${index + 1}`;
  return (
    <div className="option-item">
      {children}
      {hasToolbar && (
        <div className="option-item-actions">
          {(hasMoveUp || hasMoveDown) && (
            <>
              <MoveUpButton
                id={buttonId(fieldPathId, "moveUp")}
                disabled={!hasMoveUp}
                onClick={buttonsProps.onMoveUpItem}
                aria-label={`Move ${place} up`}
                registry={registry}
              />
              <MoveDownButton
                id={buttonId(fieldPathId, "moveDown")}
                disabled={!hasMoveDown}
                onClick={buttonsProps.onMoveDownItem}
                aria-label={`Move ${place} down`}
                registry={registry}
              />
            </>
          )}
          {hasRemove && (
            <RemoveButton
              id={buttonId(fieldPathId, "remove")}
              onClick={buttonsProps.onRemoveItem}
              aria-label={`Remove ${place}`}
              registry={registry}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** What may be of several kinds: which, then the value. */
function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="option-kinds">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: RJSF gives the control */}
      <label>
        <span className="unseen">Kind of value</span>
        {selector}
      </label>
      {optionSchemaField}
    </div>
  );
}

/** Of what is ticked: RJSF gives no other its description to draw. */
function DescriptionFieldTemplate({ id, description }: DescriptionFieldProps) {
  return typeof description === "string" ? <Description id={id} text={description} /> : null;
}

function Description({ id, text }: { readonly id?: string; readonly text: string }) {
  return (
    <p id={id} className="gallery-quiet">
      <Prose text={text} />
    </p>
  );
}

const buttonOf = (className: string, text: string) =>
  function OptionButton({ id, disabled, onClick, "aria-label": label }: IconButtonProps) {
    return (
      <button
        type="button"
        id={id}
        className={className}
        disabled={disabled}
        onClick={onClick}
        aria-label={label}
      >
        {text}
      </button>
    );
  };

/** How RJSF draws the form of a plugin's options. */
export const optionTemplates: Partial<Omit<TemplatesType, "ButtonTemplates">> & {
  readonly ButtonTemplates: Partial<TemplatesType["ButtonTemplates"]>;
} = {
  FieldTemplate,
  DescriptionFieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  MultiSchemaFieldTemplate,
  ButtonTemplates: {
    AddButton: buttonOf("gallery-link", "Add"),
    MoveUpButton: buttonOf("icon-button", "↑"),
    MoveDownButton: buttonOf("icon-button", "↓"),
    RemoveButton: buttonOf("icon-button", "×"),
  },
};

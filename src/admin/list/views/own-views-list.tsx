import { useId } from "react";
import type { Entity } from "../../../model/entity.ts";
import { MAX_VIEW_NAME } from "../../../wire/preferences.ts";
import type { Say } from "../../messages/say.ts";
import { useServices } from "../../services/services.ts";
import { Icon } from "../../shell/glyphs.tsx";
import type { OwnView } from "./list-choice.ts";
import { MoveButtons } from "./move-buttons.tsx";
import { moved } from "./own-views.ts";
import type { ListLayout } from "./use-list-layout.ts";

interface OwnViewsProps {
  readonly entity: Entity;
  readonly layout: ListLayout;
  readonly say: Say;
}

/** The person's own views: their names, their order, and which there are. */
export function OwnViews({ entity, layout, say }: OwnViewsProps) {
  const title = useId();
  const { confirms } = useServices();
  const { choice, choose } = layout;
  const { views } = choice;
  if (views.length === 0) return null;
  const rename = (view: OwnView, written: string): boolean => {
    const name = written.trim();
    if (name === "" || views.some((one) => one !== view && one.name === name)) return false;
    if (name !== view.name) choose({ views: views.map((one) => (one === view ? { ...view, name } : one)) });
    return true;
  };
  const remove = async (view: OwnView, dialog: HTMLElement | null) => {
    const isSure = await confirms.ask({
      title: say("list.deleteTitle"),
      text: say("view.removeSure", { name: view.name }),
      confirm: say("list.deleteYes"),
      cancel: say("list.deleteNo"),
      danger: true,
      language: entity.language,
    });
    if (!isSure) return;
    // The button that was pressed has the focus, and is removed with the view.
    dialog?.focus();
    choose({ views: views.filter((one) => one !== view) });
  };
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>{say("view.own")}</h3>
      <ul className="view-items">
        {views.map((view, index) => (
          <li key={view.id}>
            <input
              className="input view-name"
              defaultValue={view.name}
              maxLength={MAX_VIEW_NAME}
              aria-label={say("view.rename", { name: view.name })}
              autoComplete="off"
              onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
              onBlur={({ currentTarget }) => {
                // A name that is refused gives way to the one before.
                if (!rename(view, currentTarget.value)) currentTarget.value = view.name;
              }}
            />
            <MoveButtons
              name={view.name}
              index={index}
              count={views.length}
              move={(by) => choose({ views: moved(views, index, by) })}
              say={say}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={say("view.remove", { name: view.name })}
              title={say("view.remove", { name: view.name })}
              onClick={({ currentTarget }) => void remove(view, currentTarget.closest("dialog"))}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

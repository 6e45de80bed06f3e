import { Link } from "react-router-dom";
import { useApp } from "../../services/app-context.tsx";
import { createPath, listPath, type openGroups, rightsTo } from "../../shell/access.ts";
import { Icon } from "../../shell/glyphs.tsx";

/** What this person may do, by the groups of the menu. */
export function HomeAreas({ groups }: { readonly groups: ReturnType<typeof openGroups> }) {
  const { view } = useApp();
  return groups.map((group) => (
    <section key={group.label} className="home-group">
      <h2>{group.label}</h2>
      <ul className="home-areas">
        {group.entities.map((entity) => (
          <li key={entity.id} className="home-area" lang={entity.language}>
            <Link to={listPath(entity.id)} className="home-area-link">
              <Icon name={entity.menu.icon ?? "circle"} />
              <span className="home-area-label">{entity.menu.label}</span>
              <span className="home-area-list">{entity.menu.list}</span>
            </Link>
            {rightsTo(view, entity.id)?.create && (
              <Link to={createPath(entity.id)} className="home-area-create">
                <Icon name="plus" /> {entity.menu.create}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

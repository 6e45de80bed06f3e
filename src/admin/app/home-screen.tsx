import { Link } from "react-router-dom";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { createPath, listPath, openGroups, rightsTo } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { Screen } from "../shell/screen.tsx";
import "./home.css";

/** `/`: what this person may do; an account that may do nothing yet reads that it waits. */
export default function HomeScreen() {
  const { view, user } = useApp();
  const say = useMessage();
  const groups = openGroups(view, user);
  return (
    <Screen
      name="home"
      title={groups.length > 0 ? say("shell.home") : say("shell.greeting", { username: user.username })}
    >
      {groups.length === 0 && !view.editsConfig && (
        <p className="home-waiting" role="status">
          <Icon name="clock" />
          <span>{say("shell.waiting")}</span>
        </p>
      )}
      {groups.map((group) => (
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
      ))}
    </Screen>
  );
}

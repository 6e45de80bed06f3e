import { Link } from "react-router-dom";
import { useMessage } from "../messages/use-message.ts";
import { ScreenHeading } from "../shell/screen-heading.tsx";
import "./problem.css";

/** An address that is no screen, or is none any more. */
export function NotFoundScreen({ gone = false }: { readonly gone?: boolean }) {
  const say = useMessage();
  return (
    <>
      <ScreenHeading title={say(gone ? "shell.gone" : "shell.notFound")} />
      <p className="notice-link">
        <Link to="/">{say("shell.toHome")}</Link>
      </p>
    </>
  );
}

import { Link } from "react-router-dom";
import type { PublicView } from "../../wire/views.ts";
import { useMessage } from "../messages/use-message.ts";
import { PublicPage } from "./public-page.tsx";
import { RegisterForm } from "./register-form.tsx";

/** /register: its form, or the sentence that registration is closed. */
export default function RegisterScreen({ view }: { readonly view: PublicView }) {
  const say = useMessage();
  return (
    <PublicPage
      product={view.title}
      title={say("register.title")}
      below={<Link to="/login">{say("register.toLogin")}</Link>}
    >
      {view.registration === null ? (
        <p>{say("register.closed")}</p>
      ) : (
        <RegisterForm registration={view.registration} view={view} />
      )}
    </PublicPage>
  );
}

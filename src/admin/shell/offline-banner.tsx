import { useMessage } from "../messages/use-message.ts";
import { useConnected } from "../services/connection.ts";
import { KindIcon } from "./glyphs.tsx";
import "./offline-banner.css";

/** The header says that the server cannot be reached: in place of what cannot be used then, so that nothing moves. */
export function OfflineBanner() {
  const say = useMessage();
  const isConnected = useConnected();
  return (
    // On the page while it is empty, so that screen readers announce what appears in it.
    <div role="status" className="offline">
      {!isConnected && (
        <p className="offline-banner">
          <KindIcon kind="warning" />
          <span>{say("shell.offline")}</span>
        </p>
      )}
    </div>
  );
}

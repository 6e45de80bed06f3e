import { useMessage } from "../../messages/use-message.ts";

/** In place of what could not be fetched; the rest of the page stays. */
export function TileFailure({ retry }: { readonly retry: () => void }) {
  const say = useMessage();
  return (
    <p className="home-failed" role="status">
      {say("home.failed")}
      <button type="button" className="button" onClick={retry}>
        {say("list.retry")}
      </button>
    </p>
  );
}

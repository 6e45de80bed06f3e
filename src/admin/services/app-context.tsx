import { createContext, useContext } from "react";
import type { SessionUser } from "../../wire/session.ts";
import type { AppView } from "../../wire/views.ts";
import type { PluginCode } from "./code-loader.ts";

/** What the screens behind log-in are drawn from. */
export interface App {
  readonly view: AppView;
  readonly user: SessionUser;
  /** BCP 47 tag for dates. */
  readonly locale: string;
  readonly plugins: PluginCode;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error("A screen was rendered outside the app.");
  return app;
}

import type { AppConfig } from "../../model/app-config.ts";
import { ApiError } from "../api-error.ts";
import type { ApiRequest } from "../request.ts";
import { hashPassword, MAX_PASSWORD_LENGTH } from "../sessions/password.ts";

/** What is stored of a password. One beyond any use is refused before it is hashed. */
export function storedPassword(app: AppConfig, say: ApiRequest["say"], password: string): Promise<string> {
  if (password.length <= MAX_PASSWORD_LENGTH) return hashPassword(password);
  const message = say("rule.maxLength", { limit: MAX_PASSWORD_LENGTH, label: say("login.password") });
  const errors = [{ path: `/${app.accounts.password}`, keyword: "maxLength", message }];
  throw new ApiError("VALIDATION_ERROR", { message, errors });
}

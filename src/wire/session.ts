/** The account as log-in answers it and the browser keeps it. */
export interface SessionUser {
  readonly _id: string;
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly permissions: readonly string[];
}

export interface LoginAnswer {
  readonly token: string;
  readonly user: SessionUser;
}

export interface TokenAnswer {
  readonly success: true;
  /** As stored now: role and approval may have changed since log-in. */
  readonly user: SessionUser;
}

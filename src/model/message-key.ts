/** What a sentence of the runtime is for. */
export interface MessageKey {
  readonly description: string;
  /** Said before there is a session, so known to every browser. */
  readonly public?: true;
}

export const open = (description: string): MessageKey => ({ description, public: true });
export const said = (description: string): MessageKey => ({ description });

import { makeListeners } from "../api/listeners.ts";

/** A question with two answers, in the words of its two buttons. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  /** The yes destroys something. */
  readonly danger?: boolean;
  /** BCP 47 language of the words, where it is not the frame's. */
  readonly language?: string;
}

export interface ConfirmStore {
  /** The question that stands now; others wait for its answer. */
  get(): Question | undefined;
  ask(question: Question): Promise<boolean>;
  answer(yes: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function makeConfirmStore(): ConfirmStore {
  const { subscribe, notify } = makeListeners();
  let waiting: readonly { question: Question; resolve: (yes: boolean) => void }[] = [];
  return {
    get: () => waiting[0]?.question,
    ask: (question) =>
      new Promise((resolve) => {
        waiting = [...waiting, { question, resolve }];
        notify();
      }),
    answer(yes) {
      const [first, ...rest] = waiting;
      waiting = rest;
      first?.resolve(yes);
      notify();
    },
    subscribe,
  };
}

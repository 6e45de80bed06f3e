import { makeObservable, type Observable } from "../api/observable.ts";

/** A question with two answers, each the text of a button. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** Below the text. */
  readonly items?: readonly string[];
  /** undefined: there is nothing to be asked, only something to be read. */
  readonly confirm: string | undefined;
  readonly cancel: string;
  /** The yes destroys something. */
  readonly danger?: boolean;
  /** BCP 47 language of the texts, where it is not the app's. */
  readonly language?: string;
}

/** The question that is shown; others wait for its answer. */
export interface ConfirmStore extends Observable<Question | undefined> {
  /** true for the yes; false for the no and for Escape. */
  ask(question: Question): Promise<boolean>;
  answer(yes: boolean): void;
}

interface Asked {
  readonly question: Question;
  readonly resolve: (yes: boolean) => void;
}

export function makeConfirmStore(): ConfirmStore {
  const waiting = makeObservable<readonly Asked[]>([]);
  return {
    get: () => waiting.get()[0]?.question,
    subscribe: waiting.subscribe,
    ask: (question) =>
      new Promise((resolve) => {
        waiting.set([...waiting.get(), { question, resolve }]);
      }),
    answer(yes) {
      const [first, ...rest] = waiting.get();
      first?.resolve(yes);
      waiting.set(rest);
    },
  };
}

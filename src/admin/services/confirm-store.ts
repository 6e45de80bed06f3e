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
  /** Another yes, which destroys nothing. */
  readonly alternative?: string;
  /** The yes destroys something. */
  readonly danger?: boolean;
  /** BCP 47 language of the texts, where it is not the app's. */
  readonly language?: string;
}

/** The question that is shown; others wait for its answer. */
export interface ConfirmStore extends Observable<Question | undefined> {
  /** true for the yes; false for the no and for Escape. */
  ask(question: Question): Promise<boolean>;
  /** The same of a question with an alternative. */
  choose(question: Question & { readonly alternative: string }): Promise<Answer>;
  answer(answer: Answer): void;
}

type Answer = boolean | "alternative";

interface Asked {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
}

export function makeConfirmStore(): ConfirmStore {
  const waiting = makeObservable<readonly Asked[]>([]);
  const choose = (question: Question) =>
    new Promise<Answer>((resolve) => {
      waiting.set([...waiting.get(), { question, resolve }]);
    });
  return {
    get: () => waiting.get()[0]?.question,
    subscribe: waiting.subscribe,
    ask: async (question) => (await choose(question)) === true,
    choose,
    answer(answer) {
      const [first, ...rest] = waiting.get();
      first?.resolve(answer);
      waiting.set(rest);
    },
  };
}

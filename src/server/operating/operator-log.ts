import type { Effects } from "../effects.ts";

/** off: unexpected errors alone. text and json: one line for each request and for what matters to security. */
export const LOG_FORMATS = ["off", "text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** What happened, in one line: short values, never a secret, never what a person typed. */
export type LogEvent =
  | "request"
  | "login"
  | "logout"
  | "loginFailed"
  | "refused"
  | "account"
  | "config"
  | "webhookFailed";
export type LogFacts = Readonly<Record<string, string | number | null | undefined>>;

/** What the server tells whoever runs it. */
export interface OperatorLog {
  line(event: LogEvent, facts: LogFacts): void;
  /** Free text, of several lines perhaps: unexpected errors. */
  note(text: string): void;
}

interface OperatorLogParts {
  readonly format: LogFormat;
  readonly effects: Pick<Effects, "now">;
  /** One line of events, without its end. */
  writeLine(line: string): void;
  writeNote(text: string): void;
}

export function makeOperatorLog({ format, effects, writeLine, writeNote }: OperatorLogParts): OperatorLog {
  const time = () => effects.now().toISOString();
  const json = (facts: LogFacts) => JSON.stringify({ time: time(), ...facts });
  return {
    line(event, facts) {
      if (format === "json") writeLine(json({ event, ...facts }));
      if (format === "text") writeLine([time(), event, ...wordsOf(facts)].join(" "));
    },
    note(text) {
      writeNote(format === "json" ? json({ event: "note", text }) : text);
    },
  };
}

/** A plain value as it is, any other as JSON, so that none begins a line or another fact. */
function wordsOf(facts: LogFacts): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const isPlain = /^[\w./:{}@+-]+$/.test(String(value));
    return [`${name}=${isPlain ? value : JSON.stringify(value)}`];
  });
}

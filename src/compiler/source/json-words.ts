import type { JsonFault, LineStarts } from "./place.ts";

/** A wrong word or sign. */
interface Mistake {
  readonly message: string;
  readonly hint: string;
  /** Of signs: all of one kind are reported once, because the editor they were typed in made them. */
  readonly kind?: string;
}

/** The part of a line before an offset. */
interface Before {
  /** The last token of the line, "" at its start. */
  readonly token: string;
  readonly offset: number;
  /** The opening bracket around. */
  readonly around: string | undefined;
}

const TOKEN =
  /[ \t\r\n]+|\/[/*].*|"(?:[^"\\\r\n]|\\.)*"|[{}[\],:]|(?:true|false|null)(?![\p{L}\d_$])|-?\d[\d.eE+-]*(?![\p{L}\d_$])/uy;

/** Words and signs that JSON does not have: the first of each line, since it may be the cause of others. The parser reports comments. */
export function wordFaults(source: string, lines: LineStarts): readonly JsonFault[] {
  const faults: { readonly offset: number; readonly mistake: Mistake }[] = [];
  const ofKind = new Map<string, number>();
  const brackets: string[] = [];
  let before: Before = { token: "", offset: 0, around: undefined };
  for (let offset = 0; offset < source.length; ) {
    TOKEN.lastIndex = offset;
    const [token] = TOKEN.exec(source) ?? [];
    const number = token === undefined ? undefined : commaNumber(source, offset, before);
    if (token !== undefined && number === undefined) {
      if (token === "{" || token === "[") brackets.push(token);
      if (token === "}" || token === "]") brackets.pop();
      const isSpace = /^[\s/]/.test(token);
      const last = token.includes("\n") ? "" : isSpace ? before.token : token;
      before = { token: last, offset: isSpace ? before.offset : offset, around: brackets.at(-1) };
      offset += token.length;
      continue;
    }
    const end = source.indexOf("\n", offset);
    const next = end === -1 ? source.length : end;
    const mistake = number ?? mistakeAt(source.slice(offset, next).trimEnd(), before.token);
    if (mistake !== undefined) {
      const { kind } = mistake;
      const isLeft = mistake.message === UNCLOSED && before.token.startsWith('"');
      if (kind === undefined || !ofKind.has(kind))
        faults.push({ offset: isLeft ? before.offset : offset, mistake });
      if (kind !== undefined) ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1);
    }
    offset = next;
  }
  return faults.map(({ offset, mistake: { kind, message, hint } }) => {
    const count = ofKind.get(kind ?? "") ?? 1;
    const more = count > 1 ? ` So it is on ${count} lines; the first is here.` : "";
    return { code: "JSON_SYNTAX", place: lines.place(offset), message: message + more, hint };
  });
}

/** The mistake `1,000`; in a list only before a zero, since `[1,100]` has two numbers. */
function commaNumber(source: string, offset: number, { token, around }: Before): Mistake | undefined {
  const isValue = around === "{" ? token === ":" : token === "[" || token === ",";
  if (!isValue) return undefined;
  const form = around === "{" ? /-?\d+(?:,\d+)+(?=[\s,}]|$)/y : /-?\d{1,3}(?:,0\d\d)+(?=[\s,\]]|$)/y;
  form.lastIndex = offset;
  const [number] = form.exec(source) ?? [];
  if (number === undefined) return undefined;
  const inThousands = /^-?\d{1,3}(,\d{3})+$/.test(number);
  const meant = inThousands ? number.replaceAll(",", "") : number.replace(",", ".");
  return { message: `The number ${number} has a comma in it.`, hint: `Write ${meant}.` };
}

const UNCLOSED = "The closing quote of this text is missing.";

function mistakeAt(rest: string, before: string): Mistake | undefined {
  const sign = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  const ofSign = signMistake(sign);
  if (ofSign !== undefined) return ofSign;
  const unclosed = { message: UNCLOSED, hint: 'Add " at its end, on the same line.' };
  if (before.startsWith('"')) {
    const marks = rest.replace(/\\./g, "").split('"').length - 1;
    if (marks % 2 === 1) return unclosed;
    if (marks > 0 && !/^[^"]*:/.test(rest))
      return {
        message: `After the text ${before} the line goes on without a comma.`,
        hint: 'A " inside a text is written \\".',
      };
  }
  return sign === '"' ? unclosed : wordMistake(rest);
}

const SINGLE = new Set(["'", "`", "\u2018", "\u2019", "\u201B", "\uFF07"]);
const CURLY = new Set(["\u201C", "\u201D", "\u201E", "\u201F", "\u300C", "\u300D", "\uFF02"]);
/** What a sign stands for. Full-width forms are not in it. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["\u3001", ","],
  ["\u3002", "."],
  [";", ","],
  ["=", ":"],
]);

function signMistake(sign: string): Mistake | undefined {
  if (sign === "#") return { kind: sign, message: "JSON has no comments.", hint: "Remove the comment." };
  if (CURLY.has(sign))
    return { kind: "curly", message: `${sign} is a curly quote.`, hint: 'Write a straight " instead.' };
  if (SINGLE.has(sign))
    return { kind: "single", message: `${sign} is a single quote.`, hint: 'Write a double " instead.' };
  const code = sign.codePointAt(0) ?? 0;
  const isWide = code >= 0xff01 && code <= 0xff5e;
  const plain = SIGNS.get(sign) ?? (isWide ? String.fromCodePoint(code - 0xfee0) : undefined);
  if (plain !== undefined) {
    const message = isWide
      ? `${sign} is the full-width form of "${plain}".`
      : `${sign} stands where it means nothing.`;
    return { kind: sign, message, hint: `Write ${plain} instead.` };
  }
  if (!/\s/u.test(sign)) return undefined;
  const message = "This space is not an ordinary one.";
  return { kind: "space", message, hint: "Write an ordinary space instead." };
}

/** Words of other languages by the word of JSON. */
const WORDS = {
  true: ["true", "yes", "on"],
  false: ["false", "no", "off"],
  null: ["null", "none", "nil", "undefined", "nan"],
};

function wordMistake(rest: string): Mistake | undefined {
  const [word] = /^[\p{L}_$][\p{L}\p{N}_$.-]*/u.exec(rest) ?? [];
  if (word === undefined) return undefined;
  const after = rest.slice(word.length);
  if (after.startsWith('"'))
    return { message: `The quote before ${word} is missing.`, hint: `Write "${word}".` };
  if (/^\s*:/.test(after))
    return { message: `The key ${word} stands without quotes.`, hint: `Write "${word}".` };
  const [text = word] = /^[^,{}[\]"]+/.exec(rest) ?? [];
  const [meant] = Object.entries(WORDS).find(([, words]) => words.includes(text.trim().toLowerCase())) ?? [];
  if (meant !== undefined) {
    const hint = `Write ${meant}, all in small letters and without quotes.`;
    return { message: `${text.trim()} is no word of JSON.`, hint };
  }
  return { message: `The text ${text.trim()} stands without quotes.`, hint: `Write "${text.trim()}".` };
}

import type { Problem } from "../../../src/model/problem.ts";

/**
 * All that is told of problems, but for the lines and columns: a test that looks for a part of it beside `toMatchSnapshot` lets
 * no word be lost. After a change of words, `npx vitest -u` writes the new ones: read what it changed.
 */
export function told(problems: readonly Problem[]): string[] {
  return problems.map(({ code, file, path, subject, message, found, expected, meant, hint }) => {
    const more = Object.entries({ found, expected, meant }).filter(([, text]) => text !== undefined);
    const says = `${subject.join(" › ")}: ${message} ${hint}`;
    return [`${code} ${file}#${path}`, says, ...more.map(([key, text]) => `${key}: ${text}`)].join("\n");
  });
}

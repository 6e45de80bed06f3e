import { P1, P2, P3, P10, P11 } from "./drawing-rules.ts";
import { P13 } from "./hold-rules.ts";
import { P18 } from "./hook-rules.ts";
import { P21 } from "./part-rules.ts";
import { P6, P7, P8, P9, P15, P17 } from "./reach-rules.ts";
import type { Rule } from "./rules.ts";
import { P4, P5, P12, P19 } from "./value-rules.ts";
import { P20 } from "./word-rules.ts";

const OTHERS: readonly Rule[] = [
  P1,
  P2,
  P3,
  P4,
  P5,
  P6,
  P7,
  P8,
  P9,
  P10,
  P11,
  P12,
  P13,
  P15,
  P17,
  P18,
  P19,
  P20,
  P21,
];

const P14: Rule = {
  code: "P14",
  async find(trial) {
    for (const rule of OTHERS) await trial.findings(rule);
    const messages = Object.entries(trial.manifest?.messages ?? {});
    const languages = new Set(messages.flatMap(([, { text }]) => Object.keys(text)));
    const missing = messages.flatMap(([key, { text }]) =>
      [...languages]
        .filter((one) => !Object.hasOwn(text, one))
        .map((one) => `"${key}" is not said in ${one}`),
    );
    const asked = trial.asked.flatMap((one) => {
      if (one.what === "unknown sentence") return [`nobody says "${one.key}"`];
      return one.what === "unfilled sentence" ? [`"${one.key}" lacks a value: ${one.text}`] : [];
    });
    return [...missing, ...asked];
  },
};

const P16: Rule = {
  code: "P16",
  async find(trial) {
    for (const rule of OTHERS) await trial.findings(rule);
    return trial.said;
  },
};

/** P14 and P16 hear of what the others did. */
export const RULES: readonly Rule[] = [...OTHERS, P14, P16].toSorted(
  (one, other) => Number(one.code.slice(1)) - Number(other.code.slice(1)),
);

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest of all: begun last, it would be waited for with one processor idle. */
const LONGEST = "tests/contracts/store.test.ts";

/** The order of test files: as ever, but for the longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(`/${LONGEST}`);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

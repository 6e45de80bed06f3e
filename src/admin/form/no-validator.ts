import type { ValidatorType } from "@rjsf/utils";

/**
 * RJSF asks for a validator and draws by it where a schema has alternatives; ours has none (`form-schema.ts`). What is
 * validated, and when, is the form store's business, by the function that the server uses too.
 */
export const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
};

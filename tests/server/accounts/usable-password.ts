/** A hash of a password that nobody asks for: who has it could log in, which is what rules about the last account count. */
export const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

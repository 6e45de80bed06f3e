/** `npm run test:properties` tries each property so many times as often as `npm test`. */
const TIMES = Number(process.env.PROPERTY_TIMES ?? 1);

/** How often a property is tried: as often as one run of all tests should spend on it, whose seeds are others each time. */
export const runs = (few: number): number => few * TIMES;

/** How long a test of properties may take. */
export const timeoutOf = (milliseconds: number): number => milliseconds * Math.max(1, TIMES);

/** How much a filter may ask for, in a config as well as in an address. */
export const MAX_CONDITIONS = 10;
/** Of one condition. */
export const MAX_VALUES = 100;
/** How far a day may be from today: a hundred years. */
export const MAX_DAYS_FROM_TODAY = 36_500;

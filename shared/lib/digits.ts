/** Digits of numbers, for code that reads or limits them without calculating (`decimals.ts`). */

/** Significant decimal digits that a number keeps (IEEE 754, DBL_DIG). */
export const maxDigits = 15

/** Counts the significant digits of a number: 3 for 0.0125 and for 125000. Scans a run of zeros once. */
export const digitsOf = (value: number | string): number =>
  (/^[^e]*/i.exec(String(value))?.[0] ?? '').replace(/[^0-9]/g, '').replace(/^0+|(?<!0)0+$/g, '').length

/** Smallest number with more digits before the point than a number keeps. */
export const tooLarge = 10 ** maxDigits

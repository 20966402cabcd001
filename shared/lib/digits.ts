/** The digits of numbers, for whoever reads or limits them without calculating (`decimals.ts`). */

/** So many digits of any decimal are kept by a number (IEEE 754, DBL_DIG). */
export const mostDigits = 15

/** The significant digits of a number as it is written: 3 for 0.0125 and for 125000. A run of zeros is looked through once. */
export const digitsOf = (value: number | string): number =>
  (/^[^e]*/i.exec(String(value))?.[0] ?? '').replace(/[^0-9]/g, '').replace(/^0+|(?<!0)0+$/g, '').length

/** From here on a number has more digits before the point than it surely keeps. */
export const tooLarge = 10 ** mostDigits

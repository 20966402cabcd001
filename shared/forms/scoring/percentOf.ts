/**
 * So many in a hundred with one decimal, half rounded up as people do by hand: 23 of 80 are 28.75 %, which is 28.8. Points may have three
 * decimals. What numbers of this kind cannot hold exactly is cut off before, because 28.75 may stand there as 28.749999999999996.
 */
export const percentOf = (part: number, whole: number): number =>
  Math.round(Number(((part * 1_000) / whole).toPrecision(12))) / 10

import { product, quotient, rounded } from '../../lib/decimals.ts'

/** So many in a hundred with one decimal, half rounded up as people do by hand: 23 of 80 are 28.75 %, which is 28.8. */
export const percentOf = (part: number, whole: number): number => rounded(quotient(product(part, 100), whole), 1)

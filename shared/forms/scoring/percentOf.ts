import { product, quotient, rounded } from '../../lib/decimals.ts'

/** Percentage with one decimal, rounded half up: 23 of 80 are 28.75 %, which is 28.8. */
export const percentOf = (part: number, whole: number): number => rounded(quotient(product(part, 100), whole), 1)

import { z } from 'zod'

const known = new Set(Intl.supportedValuesOf('currency'))

/** A currency by its ISO 4217 code. */
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine(code => known.has(code), { params: { code: 'not_an_option' } })

/** An amount in whole units of its currency, with at most two decimals: `29.9`. */
export const Price = z.number().min(0).max(99_999_999).multipleOf(0.01)

import type { Plan } from '#shared/companies/plans.ts'

/** The price of an offer in the company's currency, in euro where that is missing, or null where it has none. */
export function planPrice({ prices }: Pick<Plan, 'prices'>, currency: string | undefined) {
  const shown = [currency, 'EUR'].find(code => code !== undefined && prices[code] !== undefined)
  const value = shown === undefined ? undefined : prices[shown]
  return shown === undefined || value === undefined ? null : { value, currency: shown }
}

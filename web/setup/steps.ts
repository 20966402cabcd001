import { inTab, storedText } from '../lib/storage.ts'

/** The steps of setting a company up, in their order. The company exists after the first. */
export const steps = ['company', 'location', 'people', 'forms'] as const
export type Step = (typeof steps)[number]

/** What the address can name: joining comes before. */
export type Place = 'join' | Step
const places: readonly Place[] = ['join', ...steps]

/** Steps before the company exists; later there is no way back into them. */
export const isBefore = (place: Place): boolean => place === 'join' || place === 'company'

/** The next step; none after the last. */
export const after = (step: Step): Step | undefined => steps[steps.indexOf(step) + 1]

export const setupSearch = (raw: Record<string, unknown>): { step?: Place } => {
  const step = places.find(place => place === raw.step)
  return step ? { step } : {}
}

// The company that this tab is setting up, so that a reload continues.

const stored = storedText(inTab, 'tend_setup_company')

export const madeCompany = (): number | undefined => Number(stored.read()) || undefined
export const rememberMade = (id: number) => stored.write(String(id))
export const forgetMade = () => stored.remove()

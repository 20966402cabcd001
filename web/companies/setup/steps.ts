import { inTab } from '../../lib/storage.ts'

/** The steps of setting a company up, in their order. The first three are about the company, which exists after them. */
export const steps = ['company', 'business', 'language', 'location', 'people', 'forms'] as const
export type Step = (typeof steps)[number]

/** What the address can name: joining comes before, and the end after. */
export type Place = 'join' | Step | 'done'
const places: readonly Place[] = ['join', ...steps, 'done']

/** Steps before the company exists; later there is no way back into them. */
export const isBefore = (place: Place): boolean => ['join', 'company', 'business', 'language'].includes(place)

/** The next place after a step. */
export const after = (step: Step): Place => steps[steps.indexOf(step) + 1] ?? 'done'

export const setupSearch = (raw: Record<string, unknown>): { step?: Place } => {
  const step = places.find(place => place === raw.step)
  return step ? { step } : {}
}

/** The company that this tab has set up and not finished with, so that a reload goes on where it was. */

const key = 'tend_setup_company'

export const madeCompany = (): number | undefined => Number(inTab.read(key)) || undefined
export const rememberMade = (id: number) => inTab.write(key, String(id))
export const forgetMade = () => inTab.remove(key)

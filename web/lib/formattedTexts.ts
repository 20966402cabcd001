/**
 * Writes numbers, days and Hungarian articles in all texts from now on. It comes with the texts, not with the entrance,
 * which has to open fast.
 */
import i18next from 'i18next'
import { formatter, oneFullStop } from '#shared/lib/interpolation.ts'

/** Makes i18next write values as `interpolation.ts` says; again without effect. */
export function formatTexts(): void {
  i18next.use(oneFullStop)
  // i18next takes a formatter at its start only; its interpolator asks this one for every value.
  Object.assign(i18next.services.interpolator, { format: formatter.format })
}

/** What the books say in the reader's language. */
import type { EventDetails } from '#shared/animal-events/details.ts'
import type { EventType, WithheldProduct } from '#shared/animal-events/rules.ts'
import type { Formats } from '#shared/lib/formats.ts'
import type { Translate } from '#shared/lib/translate.ts'

export type Words = ReturnType<typeof wordsOf>

export function wordsOf(t: Translate, formats: Pick<Formats, 'day'>) {
  const type = (name: EventType) => t(`animalEvents.types.${name}`)
  const reason = (details: EventDetails): string | null => {
    if (details.type === 'arrival') return details.reason ? t(`animalEvents.arrivalReasons.${details.reason}`) : null
    if (details.type === 'departure') return t(`animalEvents.departureReasons.${details.reason}`)
    if (details.type !== 'death') return null
    const [why, disposal] = [
      details.reason && t(`animalEvents.deathReasons.${details.reason}`),
      details.disposal && t(`animalEvents.disposals.${details.disposal}`),
    ]
    return [why, disposal].filter(Boolean).join(' · ') || null
  }
  return {
    type,
    reason,
    species: (name: string | null) => name && t(`animals.speciesNames.${name}`),
    sex: (name: string) => t(`animals.sexes.${name}`),
    whyGone: (details: EventDetails) => [type(details.type), reason(details)].filter(Boolean).join(' · '),
    withheld: (withdrawals: { product: WithheldProduct; until: string }[]) =>
      withdrawals
        .map(({ product, until }) =>
          t('animalEvents.held', {
            product: t(`animalEvents.products.${product}`),
            day: formats.day(until, { dateStyle: 'medium' }),
          }),
        )
        .join(', ') || t('books.noWithdrawal'),
  }
}

import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'

type Deck = { length: number; width: number; height?: number | null | undefined }

/** Each deck by its measures and the area on which animals can stand. */
export function Decks({ decks }: { decks: readonly Deck[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return decks.map(({ length, width, height }, index) => {
    const measures = [length, width, height].filter(one => one != null).map(one => format.number(one))
    const area = t('vehicles.deckArea', { area: format.number(length * width, { maximumFractionDigits: 2 }) })
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a deck is its place
      <div key={index}>
        {t('vehicles.deck', { number: format.number(index + 1) })}: <bdi>{measures.join(' × ')}</bdi> · {area}
      </div>
    )
  })
}

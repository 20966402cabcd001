import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassPage } from '#shared/passes/passPage.ts'
import { maxPopulation, type PassKind } from '#shared/passes/rules.ts'
import { useFormat } from '../../lib/format.ts'
import styles from './Pass.module.css'

type Place = PassPage['population'][number]

/** Places that are shown at first: a phone shows the records soon. */
const shownFirst = 8

type Props = { pass: PassPage; onChosen: (kind: PassKind, place: string | null) => void }

/** How many records there are by kind, in all and at each place. A number leads to its records. */
export function Population({ pass: { kinds, population, more_places }, onChosen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [showsAll, setShowsAll] = useState(false)
  if (population.length === 0) return null
  const shown = showsAll ? population : population.slice(0, shownFirst)
  const isAbout = population.some(({ type }) => type !== null)
  return (
    <section className={styles.population} aria-labelledby="pass-counts">
      <h2 id="pass-counts">{t('passes.visit.counts')}</h2>
      <ul className={styles.places}>
        <li className={styles.place}>
          <strong>{t('passes.everything')}</strong>
          <Counts counts={kinds} onChosen={kind => onChosen(kind, null)} />
        </li>
        {isAbout &&
          shown.map(place => (
            <li key={place.place} className={styles.place}>
              <span className={styles.placeName} style={{ paddingInlineStart: `${Math.min(place.depth, 4)}rem` }}>
                <bdi>{nameOf(place, t('passes.visit.atNone'))}</bdi>
              </span>
              <Counts counts={place.counts} onChosen={kind => onChosen(kind, place.place)} />
            </li>
          ))}
      </ul>
      {isAbout && !showsAll && population.length > shownFirst && (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          {t('passes.visit.allPlaces', { number: format.number(population.length) })}
        </Button>
      )}
      {isAbout && (
        <p className={styles.quiet}>
          {t('passes.visit.countsHint')}
          {more_places > 0 && ` ${t('passes.visit.morePlaces', { number: format.number(more_places) })}`}
        </p>
      )}
    </section>
  )
}

/** Records about no location have a name of their own here. */
export const nameOf = ({ type, name }: Pick<Place, 'type' | 'name'>, none: string): string =>
  type === null ? none : name

type CountsProps = { counts: Place['counts']; onChosen: (kind: PassKind) => void }

function Counts({ counts, onChosen }: CountsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const said = (count: number) =>
    count > maxPopulation ? t('passes.visit.over', { number: format.number(maxPopulation) }) : format.number(count)
  return (
    <span className={styles.counts}>
      {counts.map(({ kind, count }) => (
        <UnstyledButton key={kind} className={styles.count} onClick={() => onChosen(kind)}>
          {t(`passes.kinds.${kind}`)} <strong>{said(count)}</strong>
        </UnstyledButton>
      ))}
    </span>
  )
}

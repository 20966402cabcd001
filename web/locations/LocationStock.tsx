import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { RowsHere } from '../subjects/RowsHere.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './LocationStock.module.css'
import { Stocking } from './tree/Stocking.tsx'
import { stockingOf, treesOf } from './tree/tree.ts'

/** The animals that stand on a place, whether there is room for them, and what is a part of it. Nothing where there is none of it. */
export function LocationStock({ id }: { id: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const tree = useQuery(api.placeTree.tree.query({ inside: id }))
  const [place] = treesOf(tree.data?.places ?? [])
  return (
    <>
      {place && (place.parts.length > 0 || place.allHeads > 0 || place.capacity_heads) && (
        <section className={styles.section} aria-labelledby="location-stock">
          <h2 id="location-stock" className={styles.heading}>
            {t('locations.stock')}
          </h2>
          {stockingOf(place).isOver && (
            <Notice kind="attention">
              {t('locations.tooMany', {
                heads: format.number(place.allHeads),
                capacity: format.number(place.capacity_heads ?? 0),
              })}
            </Notice>
          )}
          <p className={styles.said}>
            <Stocking place={place} />
          </p>
          <ul className={styles.list}>
            {place.parts.map(part => (
              <li key={part.id} className={styles.part}>
                <PathLink href={`/locations/${part.id}`}>
                  <bdi>{part.name}</bdi>
                </PathLink>
                <span className={styles.quiet}>
                  <Stocking place={part} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RowsHere about={{ type: 'location', id }} />
    </>
  )
}

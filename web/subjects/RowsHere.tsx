import { useQueries } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry } from '#shared/subjects/registry.ts'
import { type RegisterName, registerNames } from '../answers/registerNames.ts'
import { useAbility } from '../lib/ability.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import own from './RowsHere.module.css'
import styles from './SubjectWork.module.css'

/** More than anybody reads through on a page; all of them are in the register. */
const maxShown = 20

const inside = ['animal_group', 'animal'] as const
const isIn = (row: RegisterName, { type, id }: SubjectRef) =>
  row.id > 0 && (type === 'location' ? row.placeId === id : type === 'animal_group' && row.groupId === id)

/** The animals and groups of a place, or the animals of a group, as this device knows them by name: without signal too. */
export function RowsHere({ about }: { about: SubjectRef }) {
  const { t } = useTranslation()
  const can = useAbility()
  const heading = useId()
  const found = useQueries({
    queries: inside.map(type => ({ ...registerNames(type), enabled: can('read', registry[type].subject) })),
  })
  const rows = inside.flatMap(
    (type, index) => found[index]?.data?.filter(row => isIn(row, about)).map(row => ({ ...row, type })) ?? [],
  )
  if (rows.length === 0) return null
  return (
    <section className={own.here} aria-labelledby={heading}>
      <h2 id={heading} className={own.heading}>
        {t('subjects.here')}
      </h2>
      <ul className={styles.tasks}>
        {rows.slice(0, maxShown).map(({ type, id, name, mark }) => (
          <li key={`${type} ${id}`} className={styles.task}>
            <PathLink href={`${registry[type].path}/${id}`}>
              <bdi>{name}</bdi>
            </PathLink>
            {mark && <bdi className={styles.who}>{mark}</bdi>}
          </li>
        ))}
        {rows.length > maxShown && (
          <li className={styles.task}>
            <PathLink href={`/animals?${about.type === 'location' ? 'location_id' : 'animal_group_id'}=${about.id}`}>
              {t('subjects.allHere')}
            </PathLink>
          </li>
        )}
      </ul>
    </section>
  )
}

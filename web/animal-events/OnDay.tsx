import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StateOnDay } from '#shared/animal-events/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useToday } from '../shell/company.ts'
import { DateField } from '../ui/dates/DateField.tsx'
import { LineFigure } from '../ui/figures/LineFigure.tsx'
import styles from '../ui/log/Log.module.css'
import { Notice } from '../ui/Notice.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { callsFor, type Owner } from './queries.ts'

/** State of an animal or a group on a past day, for an inspection. */
export function OnDay({ owner }: { owner: Owner }) {
  const { t } = useTranslation()
  const today = useToday()
  const [day, setDay] = useState(today)
  return (
    <>
      <DateField label={t('animalEvents.day')} value={day} max={today} onChange={setDay} maw="16rem" />
      {day !== '' && <Then owner={owner} day={day} />}
    </>
  )
}

/** Group, place, count and what was withheld on a day. */
function Then({ owner, day }: { owner: Owner; day: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const of = { id: owner.id, on: day }
  const standing = useQuery({ ...callsFor(owner).standing.query(of), placeholderData: keepPreviousData }).data
  const held = useQuery({ ...callsFor(owner).withholds.query(of), placeholderData: keepPreviousData }).data
  const areMany = owner.type === 'animal_group' || owner.isBatch
  if (!standing || !held) return null
  return (
    <div aria-live="polite">
      <FieldList
        fields={[
          { label: t('animals.heads'), value: areMany && format.number(standing.head_count) },
          ...sexesOf(standing).map(([sex, heads]) => ({
            label: t(`animals.sexes.${sex}`),
            value: format.number(heads),
          })),
          { label: t('animals.life'), value: !areMany && t(`animals.lifeStatuses.${standing.life_status}`) },
          { label: t('animalEvents.onDayGroup'), value: standing.animal_group_name },
          { label: t('animalEvents.onDayPlace'), value: standing.location_name },
          {
            label: t('animalEvents.heldTitle'),
            value:
              held.length > 0
                ? held.map(({ id, product, until }) => (
                    <div key={id}>
                      {t('animalEvents.held', {
                        product: t(`animalEvents.products.${product}`),
                        day: format.date(until),
                      })}
                    </div>
                  ))
                : t('animalEvents.onDayFree'),
          },
        ]}
      />
      {owner.type === 'animal_group' && <MembersThen groupId={owner.id} day={day} />}
    </div>
  )
}

const sexesOf = ({ by_sex }: StateOnDay) => Object.entries(by_sex ?? {}) as [keyof NonNullable<typeof by_sex>, number][]

const shown = 100

function MembersThen({ groupId, day }: { groupId: number; day: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery({
    ...api.groupEvents.members.query({ id: groupId, on: day, per_page: shown }),
    placeholderData: keepPreviousData,
  })
  if (!data || data.meta.total === 0) return null
  return (
    <>
      <h3 className={styles.heading}>
        {t('animalEvents.onDayMembers')} ({format.number(data.meta.total)})
      </h3>
      <ul className={styles.names}>
        {data.data.map(({ id, name, identifier }) => (
          <li key={id}>
            <Link to="/animals/$id" params={{ id: String(id) }}>
              <bdi>{name}</bdi>
            </Link>
            {identifier && (
              <span className={styles.quiet}>
                {' '}
                <bdi>{identifier}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What must not be sold of an animal or a group today, and until when. */
export function Withholds({ owner }: { owner: Owner }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data = [] } = useQuery(callsFor(owner).withholds.query({ id: owner.id }))
  if (data.length === 0) return null
  return (
    <Notice kind="stop">
      <strong>{t('animalEvents.heldTitle')}</strong>
      {data.map(({ id, product, until, note }) => (
        <div key={id}>
          {t('animalEvents.held', { product: t(`animalEvents.products.${product}`), day: format.date(until) })}
          {note && <> · {note}</>}
        </div>
      ))}
    </Notice>
  )
}

const steps = ['week', 'month'] as const

/** How many animals a group had over a quarter or a year. */
export function GroupCounts({ groupId }: { groupId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [apart, setApart] = useState<(typeof steps)[number]>('week')
  const { data } = useQuery({
    ...api.groupEvents.counts.query({ id: groupId, apart }),
    placeholderData: keepPreviousData,
  })
  if (!data?.some(({ head_count }) => head_count > 0)) return null
  return (
    <section aria-labelledby="group-counts" className={styles.section}>
      <h2 id="group-counts" className={styles.heading}>
        {t('animalEvents.counts')}
      </h2>
      <SegmentedControl
        value={apart}
        onChange={value => setApart(value as typeof apart)}
        data={steps.map(value => ({ value, label: t(`animalEvents.countsOver.${value}`) }))}
      />
      <LineFigure
        label={t(`animalEvents.countsOver.${apart}`)}
        points={data.map(({ on, head_count }) => ({ day: on, value: head_count }))}
        write={value => format.number(value)}
      />
    </section>
  )
}

/** What an animal weighed over its days, of the latest hundred weighings. */
export function Weights({ animalId }: { animalId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(api.animalEvents.list.query({ id: animalId, type: 'weight', state: 'done', per_page: 100 }))
  const points = (data?.data ?? []).flatMap(({ day, details }) =>
    details.type === 'weight' ? [{ day, value: details.kilograms }] : [],
  )
  // Of several weighings of a day the last one counts.
  const ofDays = [...new Map(points.toReversed().map(point => [point.day, point])).values()]
  if (ofDays.length < 2) return null
  return (
    <LineFigure
      label={t('animalEvents.weights')}
      points={ofDays}
      write={value => format.number(value, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 1 })}
    />
  )
}

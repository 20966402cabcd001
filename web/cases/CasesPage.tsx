import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Case } from '#shared/cases/contract.ts'
import { caseStatuses, identities } from '#shared/cases/rules.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useToday } from '../shell/company.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { Clock, clockOf } from './CaseState.tsx'
import styles from './Cases.module.css'

/** The case inbox: what reporters sent, by the day, each with the clock that runs. */
export function CasesPage() {
  const { t } = useTranslation()
  const list = useList(api.cases.list)
  return (
    <>
      <PageHeader title={t('cases.title')} count={list.page?.meta}>
        {t('cases.help')}
      </PageHeader>
      <ListToolbar list={list} hasSearch={false}>
        <ListFilter
          list={list}
          name="status"
          label={t('cases.state')}
          all={t('cases.allStates')}
          choices={caseStatuses.map(value => ({ value, label: t(`cases.states.${value}`) }))}
        />
        <ListFilter
          list={list}
          name="identity"
          label={t('cases.identity')}
          all={t('cases.allIdentities')}
          choices={identities.map(value => ({ value, label: t(`cases.identities.${value}`) }))}
        />
      </ListToolbar>
      <DataTable
        label={t('cases.title')}
        list={list}
        columns={useColumns()}
        href={({ id }) => `/case/${id}`}
        empty={
          <ListEmpty
            list={list}
            filters={['status', 'identity']}
            drawing={<ClipboardDrawing />}
            title={t('cases.empty')}
            text={t('cases.emptyText')}
          />
        }
      />
      <CaseFigures />
    </>
  )
}

function useColumns(): Column<Case>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'form_name',
      title: t('cases.channel'),
      cell: one => (
        <span className={styles.name}>
          <ContentText text={one.form_name} fallback={one.default_language} />{' '}
          <span className={styles.number}>{t('cases.number', { number: String(one.id) })}</span>
          {one.has_news && <StatusBadge status="info">{t('cases.news')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('cases.state'),
      cell: one => t(`cases.states.${one.status}`),
      width: '11rem',
      atEnd: true,
    },
    {
      key: 'clock',
      title: t('cases.clock'),
      cell: one => (clockOf(one) ? <Clock of={one} /> : null),
      width: '15rem',
    },
    {
      key: 'identity',
      title: t('cases.identity'),
      cell: one => t(`cases.identities.${one.identity}`),
      width: '9rem',
      wideOnly: true,
    },
    {
      key: 'received_on',
      title: t('cases.received'),
      cell: one => format.date(one.received_on),
      width: '9rem',
      wideOnly: true,
    },
  ]
}

/** Cases of this year in figures, none of them about fewer than five people. */
function CaseFigures() {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const year = Number(useToday().slice(0, 4))
  const { data } = useQuery(api.cases.report.query({ year }))
  if (!data) return null
  const said = (count: number | null) => (count === null ? t('cases.figures.few') : format.number(count))
  const total = [t('cases.figures.total'), data.total] as const
  // Of fewer than five nothing else is told either.
  const figures =
    data.total === null
      ? [total]
      : ([
          total,
          [t('cases.figures.acknowledged'), data.acknowledged_in_time],
          [t('cases.figures.answered'), data.answered_in_time],
          [t('cases.figures.returned'), data.returned],
          ...identities.map(one => [t(`cases.identities.${one}`), data.by_identity[one]] as const),
        ] as const)
  return (
    <section className={styles.figures} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.casesPageTitle}>
        {t('cases.figures.title', { year: String(year) })}
      </h2>
      <dl className={styles.casesPageList}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{said(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.casesPageHelp}>{t('cases.figures.help')}</p>
    </section>
  )
}

import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/reports/contract.ts'
import type { ReportData } from '#shared/reports/data.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { api } from '../../api.ts'
import { ScoreBadge } from '../../submissions/ScoreBadge.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pages } from '../../ui/list/Pages.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ContentText } from '../../ui/texts/ContentText.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import type { SliceSearch } from '../sliceSearch.ts'
import { useReportWords } from '../useReportWords.ts'
import styles from './BehindSheet.module.css'

/** The submissions behind a number. */
export function BehindSheet({ report, data, slice }: { report: Report; data: ReportData; slice: SliceSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const said = useSaid(report, data, slice)
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...api.reports.submissions.query({ id: report.id, ...slice, page, per_page: 10 }),
    placeholderData: keepPreviousData,
  })
  const { data: rows, meta } = found.data ?? {}
  return (
    <SideSheet
      title={t('reports.behind')}
      onClosed={() => navigate({ to: '.', search: {} as never, replace: true, resetScroll: false })}
    >
      {() => (
        <>
          {said.length > 0 && <p className={styles.said}>{said.join(' · ')}</p>}
          {found.error && !found.data && <ErrorState error={found.error} onRetry={found.refetch} />}
          {!found.data && !found.error && <Skeleton height={240} aria-busy="true" />}
          {rows?.length === 0 && <p>{t('reports.behindEmpty')}</p>}
          {rows && (
            <ul className={styles.rows} data-stale={found.isPlaceholderData || undefined}>
              {rows.map(row => (
                <Row key={row.id} submission={row} />
              ))}
            </ul>
          )}
          {meta && <Pages total={meta.last_page} value={page} onChange={setPage} />}
        </>
      )}
    </SideSheet>
  )
}

function Row({ submission }: { submission: Submission }) {
  const { t } = useTranslation()
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <PathLink href={`/submission/view/${submission.id}`} className={styles.name}>
          <ContentText text={submission.form_name} />
        </PathLink>
        <span className={styles.dimmed}>
          {submission.completed_at && <LocalTime value={submission.completed_at} />}
          {' · '}
          <bdi>{submitterOf(submission, t)}</bdi>
          {submission.subjects.map(({ type, id, name }) => (
            <span key={`${type} ${id}`}>
              {' · '}
              <bdi>{name}</bdi>
            </span>
          ))}
        </span>
      </span>
      <ScoreBadge submission={submission} />
    </li>
  )
}

/** What the number counts, in words. */
function useSaid(report: Report, data: ReportData, slice: SliceSearch): string[] {
  const { t } = useTranslation()
  const words = useReportWords()
  const { from, to, band, group, question, answer, failed, critical, findings } = slice
  const compared = data.comparison?.groups.find(({ key }) => key === group)
  const asked = [...(data.distribution ?? []), ...(data.heat_map ?? [])].find(one => one.question_id === question)
  const choice = data.distribution?.find(one => one.question_id === question)?.choices?.find(({ id }) => id === answer)
  return [
    (from || to) && words.days({ from: from ?? data.from, to: to ?? data.to }),
    band && t(band === 'none' ? 'reports.unrated' : `submissions.pdf.${band}`),
    compared && words.group(compared, report.group_by),
    asked && words.read(asked.label, asked.default_language),
    choice && asked && words.choice(choice.id, choice.label, asked.default_language),
    failed && t('reports.failed'),
    critical && t('reports.critical'),
    findings && t(findings === 'any' ? 'reports.opened' : `reports.${findings}`),
  ].filter(part => typeof part === 'string')
}

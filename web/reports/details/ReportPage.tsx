import { ActionIcon, Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconDots, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report, ReportPeriod } from '#shared/reports/contract.ts'
import type { ReportData } from '#shared/reports/data.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { api } from '../../api.ts'
import { Can } from '../../lib/ability.tsx'
import { saveFile } from '../../lib/saveFile.ts'
import { currentSite, keptOfSite, useSite } from '../../lib/site.ts'
import { useNamedAtSite } from '../../locations/siteQueries.ts'
import { ShareButton } from '../../shell/sharing/ShareButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ScoreBadge } from '../../ui/figures/ScoreFigure.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Pages } from '../../ui/list/ListFooter.tsx'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../../ui/page/PageHeader.tsx'
import { ArchivedNotice, useArchive } from '../../ui/row/ArchivedNotice.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ContentText, LocalTime } from '../../ui/texts/ContentText.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { ScheduleSheet } from '../schedule/ScheduleSheet.tsx'
import type { SliceSearch } from '../sliceSearch.ts'
import { useReportFormatter } from '../useReportWords.ts'
import styles from './Report.module.css'
import { ReportParts } from './ReportParts.tsx'

const ReportForm = lazyPart(() => import('../editor/ReportForm.tsx').then(part => part.ReportForm))

/** One report: a sentence that says what it shows, its numbers, its parts, and the submissions behind any of them. */
export function ReportPage() {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const id = Number(useParams({ from: '/shell/reports/details/$id' }).id)
  const report = useQuery(api.reports.get.query({ id }))
  const data = useQuery(api.reports.data.at(useSite(), { id }))
  const { behind, ...slice } = useSearch({ from: '/shell/reports/details/$id' }) as SliceSearch
  const [isEditing, setEditing] = useState(false)
  const { restore } = useArchive('reports', api.reports, '/reports')

  if (report.error) return <ErrorState error={report.error} onRetry={() => report.refetch()} />
  if (!report.data) return <PageSkeleton />
  return (
    <>
      <PageHeader
        title={report.data.name}
        back={{ to: '/reports', text: t('reports.title') }}
        actions={!report.data.archived_at && <Actions report={report.data} onEdit={() => setEditing(true)} />}
      >
        {data.data && words.sentence(report.data, data.data)}
      </PageHeader>
      {report.data.archived_at && (
        <ArchivedNotice at={report.data.archived_at}>
          <Can I="delete" a="Report" row={report.data}>
            <Button variant="default" size="sm" onClick={() => restore(report.data)}>
              {t('common.restore')}
            </Button>
          </Can>
        </ArchivedNotice>
      )}
      {!report.data.archived_at && (
        <Can I="update" a="Report" row={report.data}>
          <PeriodSelect report={report.data} onOther={() => setEditing(true)} />
        </Can>
      )}
      {report.data.description && (
        <p className={styles.description} dir="auto">
          {report.data.description}
        </p>
      )}
      {data.data ? (
        <>
          <ReportParts report={report.data} data={data.data} />
          <p className={styles.madeAt}>
            {words.days(data.data)} · <LocalTime value={data.data.made_at} />
          </p>
          {behind && <DrillDownSheet key={JSON.stringify(slice)} report={report.data} data={data.data} slice={slice} />}
        </>
      ) : data.error ? (
        // What is too large is put right by changing the report, and so the way there stays.
        <ErrorState error={data.error} onRetry={() => data.refetch()} />
      ) : (
        <PageSkeleton />
      )}
      {isEditing && <ReportForm report={report.data} onClosed={() => setEditing(false)} />}
    </>
  )
}

function Actions({ report, onEdit }: { report: Report; onEdit: () => void }) {
  const { t } = useTranslation()
  const [isMailing, setMailing] = useState(false)
  const namedAtSite = useNamedAtSite()
  const { archive } = useArchive('reports', api.reports, '/reports')
  const saving = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') => api.reports.export({ id: report.id, format }, { site: currentSite() }),
    onSuccess: (content, format) => saveFile(content, `${namedAtSite(report.name)}.${format}`),
  })
  return (
    <>
      {saving.error && (
        <Notice kind="stop">
          <ProblemText error={saving.error} />
        </Notice>
      )}
      <MenuButton
        load={load}
        menu={{
          report,
          onSave: saving.mutate,
          onMail: () => setMailing(true),
          onEdit,
          onArchive: () => archive(report),
        }}
      >
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('shell.more')}
          title={t('shell.more')}
          loading={saving.isPending}
        >
          <IconDots size={20} />
        </ActionIcon>
      </MenuButton>
      <Can I="update" a="Report" row={report}>
        <ShareButton kind="report" id={report.id} />
      </Can>
      <Button
        component={Link}
        to="/reports/export/pdf/$id"
        params={{ id: String(report.id) } as never}
        aria-label={t('reports.savePdf')}
        leftSection={<IconFileTypePdf size={20} />}
      >
        {t('reports.asPdf')}
      </Button>
      {isMailing && <ScheduleSheet reportId={report.id} onClosed={() => setMailing(false)} />}
    </>
  )
}

const load = () => import('./ReportMenu.tsx').then(part => part.ReportMenu)

/** The submissions behind a number. */
function DrillDownSheet({ report, data, slice }: { report: Report; data: ReportData; slice: SliceSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const said = useSaid(report, data, slice)
  const site = useSite()
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...api.reports.submissions.at(site, { id: report.id, ...slice, page, per_page: 10 }),
    placeholderData: keptOfSite(site),
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
  const words = useReportFormatter()
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

/** The periods that are offered; any other is set where the report is edited. */
const offered = [
  { kind: 'relative', unit: 'day', count: 7 },
  { kind: 'relative', unit: 'week', count: 4 },
  { kind: 'relative', unit: 'week', count: 12 },
  { kind: 'relative', unit: 'week', count: 26 },
  { kind: 'relative', unit: 'month', count: 12 },
  { kind: 'relative', unit: 'year', count: 3 },
] as const satisfies ReportPeriod[]

const keyOf = (period: ReportPeriod) =>
  period.kind === 'fixed' ? `${period.from} ${period.to}` : `${period.count} ${period.unit}`
const otherDays = 'other'

type Props = { report: Report; onOther: () => void }

/** Changes the period of a report on the report itself. */
function PeriodSelect({ report, onOther }: Props) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: (period: ReportPeriod) => api.reports.update({ id: report.id, revision: report.revision, period }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.reports.key }),
  })
  const current = changing.isPending ? changing.variables : report.period
  const periods = [...offered, ...(offered.some(one => keyOf(one) === keyOf(current)) ? [] : [current])]
  return (
    <NativeSelect
      className={styles.period}
      aria-label={t('reports.period')}
      value={keyOf(current)}
      disabled={changing.isPending}
      error={changing.error && <ProblemText error={changing.error} />}
      data={[
        ...periods.map(period => {
          const label = words.period(period)
          return { value: keyOf(period), label: label.charAt(0).toLocaleUpperCase(words.locale) + label.slice(1) }
        }),
        { value: otherDays, label: t('reports.otherDays') },
      ]}
      onChange={event => {
        const chosen = periods.find(period => keyOf(period) === event.currentTarget.value)
        if (chosen) changing.mutate(chosen)
        else onOther()
      }}
    />
  )
}

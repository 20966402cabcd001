import { Button } from '@mantine/core'
import { IconFileExport, IconFileImport, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportFilters } from '#shared/exports/contract.ts'
import { maxPicked } from '#shared/exports/rules.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { reviewStates, submitterOf } from '#shared/submissions/rules.ts'
import { api } from '../api.ts'
import { ExportSheet } from '../exports/ExportSheet.tsx'
import { allForms } from '../filling/queries.ts'
import { Can, useAbility } from '../lib/ability.tsx'
import { seesOthers } from '../lib/access.ts'
import { useFormat } from '../lib/format.ts'
import type { ListSearch } from '../lib/listSearch.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { ReviewBadge } from '../reviews/ReviewBadge.tsx'
import { ReviewBulkBar } from '../reviews/ReviewBulkBar.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { ScoreBadge } from '../ui/figures/ScoreFigure.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useSelection } from '../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText, JoinedTexts, LocalTime } from '../ui/texts/ContentText.tsx'
import { useListView } from '../views/queries.ts'
import { ViewBar } from '../views/ViewBar.tsx'
import { receiptColumns } from './kept/receiptColumns.tsx'
import { MoreFilters } from './MoreFilterFields.tsx'
import { moreFilters } from './moreFilterNames.ts'
import { answersOf, useAnswerColumns } from './useAnswerColumns.tsx'

const KeptSubmissions = lazyPart(() => import('./kept/KeptSubmissions.tsx').then(part => part.KeptSubmissions))

const ownFilters = ['form_id', 'status', 'review_state', ...moreFilters]

/** Forms that were filled in: those of the company for managers, one's own for everyone else. */
export function SubmissionsPage() {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const can = useAbility()
  const companyId = useUser()?.company_id ?? null
  const viewing = useListView('submissions', ownFilters)
  const { form_id } = viewing.search
  const list = useList(api.submissions.list, { answers_of: answersOf(viewing.chosen, form_id) })
  const answers = useAnswerColumns(form_id === undefined ? undefined : Number(form_id))
  const forms = useQuery(allForms()).data ?? []
  const rows = list.page?.data ?? []
  const selection = useSelection(list.search)
  const [exported, setExported] = useState<Partial<ExportFilters>>()
  const isOwn = !seesOthers(can, 'Submission', companyId)
  // Without signal there is what this device keeps.
  const isUnreached = list.error instanceof RequestError && list.error.isPassing
  useRenewing(isOwn ? list.page?.data : undefined)
  const nameOf = (form: (typeof forms)[number]) => textIn(form.name, toLocale(i18n.language), defaultLocale).text

  const columns: Column<Submission>[] = [
    { key: 'form', title: t('submissions.form'), cell: row => <ContentText text={row.form_name} /> },
    {
      key: 'score_percent',
      title: t('submissions.score'),
      cell: row =>
        row.status === 'draft' ? (
          <StatusBadge status="info">{t('submissions.states.draft')}</StatusBadge>
        ) : row.follows_as === 'recheck' ? (
          <StatusBadge status="info">{t('submissions.again.recheck')}</StatusBadge>
        ) : (
          <ScoreBadge submission={row} />
        ),
      sortable: true,
      width: '13rem',
      atEnd: true,
    },
    {
      key: 'subjects',
      title: t('submissions.about'),
      cell: row => <JoinedTexts texts={row.subjects.map(({ name }) => name)} between=", " />,
    },
    {
      key: 'user',
      title: t('submissions.person'),
      cell: row => <bdi>{submitterOf(row, t)}</bdi>,
      width: '11rem',
      optional: isOwn,
    },
    {
      key: 'completed_at',
      title: t('submissions.completed'),
      cell: row => row.completed_at && <LocalTime value={row.completed_at} />,
      sortable: true,
      width: '12rem',
    },
    {
      key: 'review_state',
      title: t('reviews.title'),
      cell: row => <ReviewBadge state={row.review_state} />,
      width: '11rem',
      // Who never reviews has no column for it.
      optional: rows.every(({ review_state }) => review_state === null),
    },
    ...(['started_at', 'received_at', 'updated_at'] as const).map(key => ({
      key,
      title: t(`exports.columns.${key}`),
      cell: (row: Submission) => row[key] && <LocalTime value={row[key]} />,
      sortable: key === 'updated_at',
      width: '12rem',
      optional: true,
    })),
    {
      key: 'critical_failed',
      title: t('exports.columns.critical_failed'),
      cell: row => format.number(row.critical_failed),
      numeric: true,
      optional: true,
    },
    {
      key: 'version',
      title: t('exports.columns.version'),
      cell: row => format.number(row.version),
      numeric: true,
      optional: true,
    },
    ...answers,
    ...receiptColumns(t, !isOwn),
  ]
  return (
    <>
      <PageHeader
        title={isOwn ? t('submissions.mine') : t('submissions.title')}
        count={list.page?.meta}
        actions={
          <>
            {rows.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconFileExport size={20} />}
                onClick={() => setExported(filtersOf(list.search))}
              >
                {t('exports.open')}
              </Button>
            )}
            <Can I="import" a="Submission">
              <Button
                variant="default"
                component={Link}
                to="/submission/import"
                leftSection={<IconFileImport size={20} />}
              >
                {t('submissions.import.title')}
              </Button>
            </Can>
            <Can I="create" a="Submission">
              <Button component={Link} to="/submission" leftSection={<IconPencil size={20} />}>
                {t('submissions.fillIn')}
              </Button>
            </Can>
          </>
        }
      />
      {isUnreached ? (
        <KeptSubmissions
          error={list.error}
          onRetry={list.retry}
          states={row => (
            <>
              <ScoreBadge submission={row} />
              <ReviewBadge state={row.review_state} />
            </>
          )}
        />
      ) : (
        <>
          <ListToolbar list={list} withArchive end={<ViewBar viewing={viewing} list={list} columns={columns} />}>
            {can('read', 'Form') && (
              <ListFilter
                list={list}
                name="form_id"
                label={t('submissions.form')}
                all={t('submissions.allForms')}
                choices={forms.map(form => ({ value: String(form.id), label: nameOf(form) }))}
              />
            )}
            <ListFilter
              list={list}
              name="status"
              label={t('submissions.state')}
              all={t('submissions.allStates')}
              choices={(['complete', 'draft'] as const).map(value => ({
                value,
                label: t(`submissions.states.${value}`),
              }))}
            />
            <ListFilter
              list={list}
              name="review_state"
              label={t('reviews.title')}
              all={t('reviews.allStates')}
              choices={reviewStates.map(value => ({ value, label: t(`reviews.states.${value}`) }))}
            />
            <MoreFilters list={list} />
          </ListToolbar>
          <DataTable
            label={t('submissions.title')}
            list={list}
            columns={viewing.shown(columns)}
            selection={selection}
            href={row => `/submission/${row.status === 'draft' && !row.archived_at ? 'filling' : 'view'}/${row.id}`}
            empty={
              <ListEmpty
                list={list}
                filters={ownFilters}
                drawing={<ClipboardDrawing />}
                title={t('submissions.empty')}
                text={can('create', 'Form') ? t('submissions.emptyTextManager') : t('submissions.emptyText')}
              />
            }
          />
        </>
      )}
      {selection.ids.size > 0 && (
        <ReviewBulkBar selection={selection}>
          <Button
            variant="default"
            leftSection={<IconFileExport size={18} />}
            disabled={selection.ids.size > maxPicked}
            onClick={() =>
              // Picked is picked, whether the archive was being looked at or not.
              setExported({ ...(list.search.archived && { archived: true }), submission_ids: [...selection.ids] })
            }
          >
            {t('exports.openPicked', { count: selection.ids.size })}
          </Button>
        </ReviewBulkBar>
      )}
      {exported && (
        <ExportSheet
          filters={{ ...exported, ...(list.site !== null && !exported.submission_ids && { site_id: list.site }) }}
          onClosed={() => setExported(undefined)}
        />
      )}
    </>
  )
}

/** Updates the own submissions that are stored on this device with the server's answer. */
function useRenewing(rows: Submission[] | undefined): void {
  useEffect(() => {
    if (!rows || !navigator.serviceWorker?.controller) return
    import('../filling/sentCommands.ts').then(kept => kept.keepOwn(rows), console.warn)
  }, [rows])
}

/** What the address narrows the list to, as calls have it. */
const filtersOf = ({
  page,
  per_page,
  sort,
  view,
  columns,
  ...filters
}: ListSearch & Record<string, unknown>): Partial<ExportFilters> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      name.endsWith('_id') && name !== 'question_id'
        ? Number(value)
        : value === 'true'
          ? true
          : value === 'false'
            ? false
            : value,
    ]),
  )

import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SharedThing } from '#shared/shares/contract.ts'
import { shareKinds } from '#shared/shares/rules.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'

/** Every link by which somebody without an account reaches something of the company, and the way to take it back. */
export function SharedThingsPage() {
  const { t } = useTranslation()
  return useUser()?.company_id ? <SharedThings /> : <NoCompany title={t('shares.list.title')} />
}

type Row = SharedThing & { linkId: number }

function SharedThings() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const list = useList(api.shares.list)
  // Links of two kinds may have one number: each row gets one of its own, and keeps that of its link.
  const page = list.page && {
    ...list.page,
    data: list.page.data.map((thing, at) => ({ ...thing, id: at, linkId: thing.id })),
  }
  const ending = useMutation({
    mutationFn: ({ kind, linkId }: Row) => api.shares.remove({ kind, id: linkId }),
    onSuccess: () => tellDone(t('shares.list.takenBack')),
    onSettled: () => queries.invalidateQueries({ queryKey: api.shares.key }),
  })
  const columns = useColumns(ending.mutate, ending.isPending)
  return (
    <>
      <PageHeader title={t('shares.list.title')} count={list.page?.meta}>
        {t('shares.list.intro')}
      </PageHeader>
      <ListToolbar list={list} hasSearch={false}>
        <ListFilter
          list={list}
          name="kind"
          label={t('shares.list.kind')}
          all={t('shares.list.all')}
          choices={shareKinds.map(value => ({ value, label: t(`shares.list.kinds.${value}`) }))}
        />
      </ListToolbar>
      {ending.error && (
        <Notice kind="stop">
          <ProblemText error={ending.error} />
        </Notice>
      )}
      <DataTable
        label={t('shares.list.title')}
        list={{ ...list, page }}
        columns={columns}
        href={placeOf}
        empty={
          <ListEmpty
            list={list}
            filters={['kind']}
            drawing={<GateDrawing />}
            title={t('shares.list.empty')}
            text={t('shares.list.emptyText')}
          />
        }
      />
    </>
  )
}

/** Where the link was made. */
function placeOf({ kind, subject_id, name }: SharedThing): string {
  switch (kind) {
    case 'report':
      return `/reports/details/${subject_id}`
    case 'guide':
      return `/guides/${subject_id}`
    case 'submission':
      return `/submission/view/${subject_id}`
    case 'form':
      return `/forms/${subject_id}`
    case 'calendar':
      return `/company/users?search=${encodeURIComponent(typeof name === 'string' ? name : '')}`
    case 'helper':
      return `/tasks/${subject_id}`
  }
}

function useColumns(end: (thing: Row) => void, isBusy: boolean): Column<Row>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      title: t('shares.list.what'),
      cell: ({ name, label }) => (
        <>
          {typeof name === 'string' ? <bdi>{name}</bdi> : <ContentText text={name} />}
          {label && (
            <Text component="small" display="block" c="dimmed" fw={400} fz="smaller">
              <bdi>{label}</bdi>
            </Text>
          )}
        </>
      ),
    },
    { key: 'kind', title: t('shares.list.kind'), cell: ({ kind }) => t(`shares.list.kinds.${kind}`), width: '8rem' },
    {
      key: 'by',
      title: t('shares.list.by'),
      cell: ({ created_by_name }) => created_by_name && <bdi>{created_by_name}</bdi>,
      width: '11rem',
    },
    {
      key: 'end',
      title: t('shares.list.end'),
      cell: ({ expires_at, has_pin }) => (
        <span>
          {expires_at ? <LocalTime value={expires_at} as="date" /> : t('shares.list.noEnd')}
          {has_pin && ` · ${t('shares.withPin')}`}
        </span>
      ),
      width: '12rem',
    },
    { key: 'opened', title: t('shares.list.opened'), cell: thing => <Opened thing={thing} />, width: '11rem' },
    {
      key: 'end-it',
      title: t('shares.list.action'),
      cell: thing => (
        <ConfirmButton
          question={t(`shares.list.questions.${thing.kind}`)}
          confirmText={t('publicLink.revoke')}
          onConfirm={() => end(thing)}
          buttonProps={{ size: 'sm', disabled: isBusy }}
        >
          {t('shares.list.action')}
        </ConfirmButton>
      ),
      width: '10rem',
    },
  ]
}

/** How often, and when last, as far as it is kept of that kind. */
function Opened({ thing: { opened, opened_on } }: { thing: SharedThing }) {
  const { t } = useTranslation()
  const format = useFormat()
  const parts = [
    opened !== null && t('shares.list.times', { count: opened, number: format.number(opened) }),
    opened_on && t('shares.list.lastOn', { date: format.day(opened_on, { day: 'numeric', month: 'short' }) }),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : t('shares.list.notKept')
}

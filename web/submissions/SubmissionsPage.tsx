import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { submitterOf } from '#shared/submissions/submitter.ts'
import { Can, useAbility } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { ContentText } from '../ui/ContentText.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ClipboardDrawing } from '../ui/drawings.tsx'
import { ListEmpty } from '../ui/ListEmpty.tsx'
import { ListFilter } from '../ui/ListFilter.tsx'
import { ListToolbar } from '../ui/ListToolbar.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useList } from '../ui/useList.ts'
import { ScoreBadge } from './ScoreBadge.tsx'

/** Forms that were filled in: those of the company for managers, one's own for everyone else. */
export function SubmissionsPage() {
  const { t, i18n } = useTranslation()
  const can = useAbility()
  const list = useList(api.submissions.list)
  const forms = useQuery(api.forms.list.query({ per_page: 100 })).data?.data ?? []
  const nameOf = (form: (typeof forms)[number]) => textIn(form.name, toLocale(i18n.language), defaultLocale).text

  const columns: Column<Submission>[] = [
    { key: 'form', title: t('submissions.form'), cell: row => <ContentText text={row.form_name} /> },
    {
      key: 'score_percent',
      title: t('submissions.score'),
      cell: row =>
        row.status === 'draft' ? (
          <StatusBadge status="info">{t('submissions.states.draft')}</StatusBadge>
        ) : (
          <ScoreBadge submission={row} />
        ),
      sortable: true,
      width: '13rem',
    },
    { key: 'subjects', title: t('submissions.about'), cell: row => row.subjects.map(({ name }) => name).join(', ') },
    { key: 'user', title: t('submissions.person'), cell: row => <bdi>{submitterOf(row, t)}</bdi>, width: '11rem' },
    {
      key: 'completed_at',
      title: t('submissions.completed'),
      cell: row => row.completed_at && <LocalTime value={row.completed_at} />,
      sortable: true,
      width: '12rem',
    },
  ]
  return (
    <>
      <PageHeader
        title={t('submissions.title')}
        count={list.page?.meta.total}
        actions={
          <Can I="create" a="Submission">
            <Button component={Link} to="/submission" leftSection={<IconPencil size={20} />}>
              {t('submissions.fillIn')}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list}>
        <ListFilter
          list={list}
          name="form_id"
          label={t('submissions.form')}
          all={t('submissions.allForms')}
          choices={forms.map(form => ({ value: String(form.id), label: nameOf(form) }))}
        />
        <ListFilter
          list={list}
          name="status"
          label={t('submissions.state')}
          all={t('submissions.allStates')}
          choices={(['complete', 'draft'] as const).map(value => ({ value, label: t(`submissions.states.${value}`) }))}
        />
      </ListToolbar>
      <DataTable
        label={t('submissions.title')}
        list={list}
        columns={columns}
        href={row => (row.status === 'draft' ? `/submission/filling/${row.id}` : `/submission/view/${row.id}`)}
        empty={
          <ListEmpty
            list={list}
            filters={['form_id', 'status']}
            drawing={<ClipboardDrawing />}
            title={t('submissions.empty')}
            text={can('create', 'Form') ? t('submissions.emptyTextManager') : t('submissions.emptyText')}
          />
        }
      />
    </>
  )
}

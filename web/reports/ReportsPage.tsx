import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/reports/contract.ts'
import { api } from '../api.ts'
import { CompanyState } from '../dashboard/CompanyState.tsx'
import { Can, useAbility } from '../lib/ability.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './details/Report.module.css'
import { useReportFormatter } from './useReportWords.ts'

const ReportForm = lazyPart(() => import('./editor/ReportForm.tsx').then(part => part.ReportForm))

/** The reports that one may open, and the company's numbers. */
export function ReportsPage() {
  const { t } = useTranslation()
  const can = useAbility()
  const navigate = useNavigate()
  const list = useList(api.reports.list)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={t('reports.title')}
        count={list.page?.meta}
        actions={
          <Can I="create" a="Report">
            <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t('reports.add')}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list} withArchive={can('delete', 'Report')} />
      <DataTable
        label={t('reports.title')}
        list={list}
        columns={useColumns()}
        href={({ id }) => `/reports/details/${id}`}
        empty={
          <ListEmpty
            list={list}
            filters={[]}
            drawing={<ClipboardDrawing />}
            title={t('reports.empty')}
            text={can('create', 'Report') ? t('reports.emptyText') : t('reports.emptyTextReader')}
          />
        }
      />
      <Can I="read" a="Task">
        <div className={styles.company}>
          <CompanyState />
        </div>
      </Can>
      {isAdding && (
        <ReportForm
          onClosed={() => setAdding(false)}
          onSaved={({ id }) => navigate({ to: '/reports/details/$id', params: { id: String(id) } })}
        />
      )}
    </>
  )
}

function useColumns(): Column<Report>[] {
  const { t } = useTranslation()
  const words = useReportFormatter()
  return [
    { key: 'name', title: t('reports.name'), cell: ({ name }) => <bdi>{name}</bdi>, sortable: true },
    { key: 'period', title: t('reports.period'), cell: ({ period }) => words.period(period), width: '16rem' },
    {
      key: 'group_by',
      title: t('reports.groupBy'),
      cell: ({ group_by }) => group_by && t(`reports.groupings.${group_by}`),
      width: '9rem',
      wideOnly: true,
    },
    {
      key: 'created_by',
      title: t('reports.by'),
      cell: ({ created_by_name }) => created_by_name && <bdi>{created_by_name}</bdi>,
      width: '11rem',
      wideOnly: true,
    },
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: ({ updated_at }) => <LocalTime value={updated_at} as="relative" />,
      sortable: true,
      width: '9rem',
      wideOnly: true,
    },
  ]
}

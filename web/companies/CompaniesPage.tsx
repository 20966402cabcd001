import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedCompany } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { PlanState } from '../plans/PlanState.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './Companies.module.css'

/** All companies of the platform, for its admins. */
export function CompaniesPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useList(api.companies.list)
  const columns: Column<ListedCompany>[] = [
    { key: 'name', title: t('companies.name'), cell: row => <bdi>{row.name}</bdi>, sortable: true },
    {
      key: 'plan',
      title: t('companies.plan'),
      cell: row =>
        row.plan ? (
          <span className={styles.plan}>
            <ContentText text={row.plan.name} />
            <PlanState isCurrent isExpired={row.plan.is_expired} isTrial={row.plan.is_trial} />
          </span>
        ) : (
          t('companies.noPlan')
        ),
      width: '20rem',
    },
    {
      key: 'member_count',
      title: t('companies.memberCount'),
      cell: row => format.number(row.member_count),
      numeric: true,
      width: '8rem',
    },
    {
      key: 'created_at',
      title: t('companies.since'),
      cell: row => <LocalTime value={row.created_at} as="date" />,
      sortable: true,
      width: '10rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader
        title={t('companies.all')}
        count={list.page?.meta}
        actions={
          <Button component={Link} to="/company/setup" leftSection={<IconPlus size={20} />}>
            {t('companies.add')}
          </Button>
        }
      />
      <ListToolbar list={list} withArchive />
      <DataTable
        label={t('companies.all')}
        list={list}
        columns={columns}
        href={row => `/company/list/${row.id}`}
        empty={
          <ListEmpty
            list={list}
            filters={[]}
            drawing={<GateDrawing />}
            title={t('companies.noneYet')}
            text={t('companies.noneYetText')}
          />
        }
      />
    </>
  )
}

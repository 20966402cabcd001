import { useTranslation } from 'react-i18next'
import type { User } from '#shared/accounts/users.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { PersonName } from '../members/PersonName.tsx'
import { EarTagDrawing } from '../ui/drawings/EarTagDrawing.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListFilter } from '../ui/list/ListFilter.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { useSelection } from '../ui/list/useSelection.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { UserBulkBar } from './UserBulkBar.tsx'

/** Everybody on the platform, for its admins. */
export function UsersPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useList(api.users.list)
  const selection = useSelection(list.search)
  const columns: Column<User>[] = [
    { key: 'name', title: t('users.name'), cell: row => <PersonName person={row} />, sortable: true },
    { key: 'email', title: t('users.email'), cell: row => <bdi>{row.email ?? row.user_name}</bdi>, sortable: true },
    {
      key: 'companies',
      title: t('users.companies'),
      cell: row => (row.is_admin ? t('users.isAdmin') : format.list(row.companies.map(({ name }) => name))),
      width: '18rem',
    },
    {
      key: 'last_seen_at',
      title: t('users.lastSeen'),
      cell: row => (row.last_seen_at ? <LocalTime value={row.last_seen_at} as="relative" /> : t('users.never')),
      width: '11rem',
    },
    {
      key: 'created_at',
      title: t('users.since'),
      cell: row => <LocalTime value={row.created_at} as="date" />,
      sortable: true,
      width: '10rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader title={t('users.title')} count={list.page?.meta} />
      <ListToolbar list={list} withArchive>
        <ListFilter
          list={list}
          name="is_admin"
          label={t('users.kind')}
          all={t('users.everybody')}
          choices={[{ value: 'true', label: t('users.admins') }]}
        />
      </ListToolbar>
      <DataTable
        label={t('users.title')}
        list={list}
        columns={columns}
        href={row => `/users/${row.id}`}
        selection={selection}
        empty={
          <ListEmpty
            list={list}
            filters={['is_admin']}
            drawing={<EarTagDrawing />}
            title={t('users.empty')}
            text={t('users.emptyText')}
          />
        }
      />
      <UserBulkBar selection={selection} />
    </>
  )
}

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '#shared/accounts/users.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { PersonName } from '../members/PeoplePage.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { EarTagDrawing } from '../ui/drawings/Drawings.tsx'
import { BulkBar, runBulkAction, type Selection, useSelectedRows, useSelection } from '../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellDone, tellUndo } from '../ui/toast.tsx'

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

const forEach = (people: User[], act: (input: { id: number }) => Promise<unknown>) =>
  runBulkAction(
    people,
    ({ name }) => name,
    ({ id }) => act({ id }),
  )

/** What an admin can do with the picked people: end their accounts, and bring them back. Never with the own one. */
function UserBulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const me = useUser()
  const picked = useSelectedRows<User>(['users', 'list'], selection).filter(({ id }) => id !== me?.id)
  const [present, archived] = [picked.filter(row => !row.archived_at), picked.filter(row => row.archived_at)]
  const said = (people: User[]) => ({ count: people.length, name: people[0]?.name ?? '' })
  const onSettled = () => queries.invalidateQueries({ queryKey: api.users.key })
  const restoring = useMutation({
    mutationFn: (people: User[]) => forEach(people, api.users.restore),
    onSuccess: people => tellDone(t('users.restored', said(people))),
    onSettled,
  })
  const archiving = useMutation({
    mutationFn: (people: User[]) => forEach(people, api.users.remove),
    onSuccess: people => tellUndo(t('users.archived', said(people)), t('common.undo'), () => restoring.mutate(people)),
    onSettled,
  })
  return (
    <BulkBar selection={selection}>
      {present.length > 0 && (
        <ConfirmButton
          question={t('users.archiveQuestion', said(present))}
          confirmText={t('common.archive')}
          onConfirm={() => {
            archiving.mutate(present)
            selection.clear()
          }}
        >
          {t('users.archiveSome', { count: present.length })}
        </ConfirmButton>
      )}
      {archived.length > 0 && (
        <Button
          variant="default"
          onClick={() => {
            restoring.mutate(archived)
            selection.clear()
          }}
        >
          {t('users.restoreSome', { count: archived.length })}
        </Button>
      )}
    </BulkBar>
  )
}

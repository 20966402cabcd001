import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/companies/roles.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { EarTagDrawing } from '../ui/drawings/Drawings.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './Roles.module.css'

const common = ['manager', 'employee', 'guest'] as const

/** The roles that every company has, and its custom ones. */
export function RolesPage() {
  const { t } = useTranslation()
  return useUser()?.company_id ? <Roles /> : <NoCompany title={t('roles.title')} />
}

function Roles() {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useList(api.roles.list)
  const columns: Column<Role>[] = [
    { key: 'name', title: t('roles.name'), cell: row => <bdi>{row.name}</bdi>, sortable: true },
    { key: 'standing', title: t('roles.standing'), cell: row => t(`roles.standings.${row.standing}`), width: '16rem' },
    {
      key: 'member_count',
      title: t('roles.memberCount'),
      cell: row => format.number(row.member_count),
      numeric: true,
      width: '9rem',
    },
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: row => <LocalTime value={row.updated_at} as="relative" />,
      width: '12rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader
        title={t('roles.title')}
        count={list.page?.meta}
        actions={
          <Can I="create" a="Role">
            <Button component={PathLink} href="/company/roles/new" leftSection={<IconPlus size={20} />}>
              {t('roles.add')}
            </Button>
          </Can>
        }
      />
      <section className={styles.section} aria-labelledby="own-roles">
        <h2 id="own-roles" className={styles.heading}>
          {t('roles.own')}
        </h2>
        <ListToolbar list={list} withArchive />
        <DataTable
          label={t('roles.own')}
          list={list}
          columns={columns}
          href={row => `/company/roles/${row.id}`}
          empty={
            <ListEmpty
              list={list}
              filters={[]}
              drawing={<EarTagDrawing />}
              title={t('roles.empty')}
              text={t('roles.emptyText')}
            />
          }
        />
      </section>
      <section className={styles.section} aria-labelledby="common-roles">
        <h2 id="common-roles" className={styles.heading}>
          {t('roles.common')}
        </h2>
        <FieldList
          fields={common.map(role => ({ label: t(`roles.names.${role}`), value: t(`roles.meanings.${role}`) }))}
        />
      </section>
    </>
  )
}

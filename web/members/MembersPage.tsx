import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { memberStates } from '#shared/companies/rules.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useGivableRoles, useRoleName } from '../roles/queries.ts'
import { EarTagDrawing } from '../ui/drawings/EarTagDrawing.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListFilter } from '../ui/list/ListFilter.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { useSelection } from '../ui/list/useSelection.ts'
import { Notice } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { MemberSheet } from './MemberSheet.tsx'
import { OfCompany, PeoplePage } from './PeoplePage.tsx'
import { PersonName } from './PersonName.tsx'
import { useShownMember } from './useShownMember.ts'

const MemberBulkBar = lazyPart(() => import('./MemberBulkBar.tsx').then(part => part.MemberBulkBar))
const WorkerForm = lazyPart(() => import('./WorkerForm.tsx').then(part => part.WorkerForm))

/** Who works in the company, for its managers. */
export const MembersPage = () => <OfCompany>{id => <Members id={id} />}</OfCompany>

function Members({ id }: { id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const roleName = useRoleName()
  const roles = useGivableRoles()
  const [isAddingWorker, setAddingWorker] = useState(false)
  const list = useList(api.companies.members, { id })
  const { shown, error, href, close } = useShownMember(id, list.page?.data)
  const selection = useSelection(list.search)

  const columns: Column<Member>[] = [
    { key: 'name', title: t('members.name'), cell: row => <PersonName person={row} />, sortable: true },
    { key: 'email', title: t('members.signsInWith'), cell: row => <bdi>{row.email ?? row.user_name}</bdi> },
    { key: 'role', title: t('members.role'), cell: row => roleName(row), width: '12rem' },
    {
      key: 'state',
      title: t('members.state'),
      cell: row =>
        row.frozen_at ? (
          <StatusBadge status="info">{t('members.states.frozen')}</StatusBadge>
        ) : (
          <StatusBadge status="ok">{t('members.states.active')}</StatusBadge>
        ),
      width: '10rem',
    },
    {
      key: 'joined_at',
      title: t('members.joinedAt'),
      cell: row => <LocalTime value={row.joined_at} as="date" />,
      width: '10rem',
      wideOnly: true,
    },
  ]

  return (
    <PeoplePage
      companyId={id}
      count={list.page?.meta}
      actions={
        <Can I="create" a="WorkerAccount">
          <Button variant="default" leftSection={<IconQrcode size={20} />} onClick={() => setAddingWorker(true)}>
            {t('members.addWorker')}
          </Button>
        </Can>
      }
      onInvited={invite => navigate({ href: `/company/users/invitations#${invite.id}` })}
    >
      {error && (
        <Notice kind="stop">
          <ProblemText error={error} />
        </Notice>
      )}
      <ListToolbar list={list}>
        <ListFilter
          list={list}
          name="role_id"
          label={t('members.role')}
          all={t('members.allRoles')}
          choices={roles.map(role => ({ value: String(role.id), label: role.name }))}
        />
        <ListFilter
          list={list}
          name="state"
          label={t('members.state')}
          all={t('members.allStates')}
          choices={memberStates.map(state => ({ value: state, label: t(`members.states.${state}`) }))}
        />
      </ListToolbar>
      <DataTable
        label={t('members.members')}
        list={list}
        columns={columns}
        href={href}
        selection={selection}
        empty={
          <ListEmpty
            list={list}
            filters={['role_id', 'state']}
            drawing={<EarTagDrawing />}
            title={t('members.empty')}
            text={t('members.emptyText')}
          />
        }
      />
      {selection.ids.size > 0 && <MemberBulkBar companyId={id} selection={selection} />}
      {shown && <MemberSheet key={shown.id} member={shown} companyId={id} onClosed={close} />}
      {isAddingWorker && <WorkerForm companyId={id} onClosed={() => setAddingWorker(false)} />}
    </PeoplePage>
  )
}

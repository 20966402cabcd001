import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { memberStates } from '#shared/companies/rules.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { useGivableRoles, useRoleName } from '../roles/queries.ts'
import { EarTagDrawing } from '../ui/drawings/Drawings.tsx'
import { LinkToHandOver } from '../ui/LinkToHandOver.tsx'
import { lazyPart, lazyParts } from '../ui/lazyPart.tsx'
import { useSelection } from '../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { useShownRow } from '../ui/row/RowPage.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Members.module.css'
import { useMemberActions } from './memberActions.ts'
import { OfCompany, PeoplePage, PersonName } from './PeoplePage.tsx'

const WorkerForm = lazyPart(() => import('./Workers.tsx').then(part => part.WorkerForm))
const changes = lazyParts(() => import('./MemberChanges.tsx'))
const MemberChanges = changes(file => file.MemberChanges)
const MemberBulkBar = changes(file => file.MemberBulkBar)
const reach = lazyParts(() => import('./ReachSelect.tsx'))
const WorksAtFilter = reach(file => file.WorksAtFilter)
const ReachNames = reach(file => file.ReachNames)

const membersPath = '/company/users'

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
      atEnd: true,
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
        <WorksAtFilter list={list} />
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
            filters={['role_id', 'state', 'works_at']}
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

/**
 * The member whose sheet is open. Whom a link names and the page does not show is asked for alone; `error` says why
 * they are not there.
 */
function useShownMember(companyId: number, rows: readonly Member[] | undefined) {
  const { id: named, shown, href, close } = useShownRow(rows)
  // While another page is on its way, the hash is of a row of that one.
  const isHere = useRouterState({ select: ({ location }) => location.pathname === membersPath })
  const id = isHere ? named : undefined
  const { data, error } = useQuery({
    ...api.companies.member.query({ id: companyId, user_id: id ?? 0 }),
    enabled: id !== undefined && rows !== undefined && !shown,
  })
  const alone = data?.id === id ? data : undefined
  return { shown: shown ?? alone, error: shown || alone || id === undefined ? null : error, href, close }
}

type Props = { member: Member; companyId: number; onClosed: () => void }

/** One member: how they sign in, their role, and what a manager can do with those who work in no more. */
function MemberSheet({ member, companyId, onClosed }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const roleName = useRoleName()
  const actions = useMemberActions(companyId, true)
  const { passwordPath, problem } = actions
  const isLastManager = problem instanceof RequestError && problem.code === 'last_manager'
  return (
    <SideSheet title={member.name} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          {problem && (
            <Notice kind="stop">
              <ProblemText error={problem} />{' '}
              {isLastManager && <PathLink href="/company">{t('members.handOverFirst')}</PathLink>}
            </Notice>
          )}
          {!member.changeable && <Notice kind="info">{t('members.notChangeable', { name: member.name })}</Notice>}
          {member.frozen_at && (
            <Notice kind="info">
              {t('members.frozenSince', { date: format.date(member.frozen_at) })} {t('members.frozenMeaning')}
            </Notice>
          )}
          <FieldList
            fields={[
              { label: t('members.email'), value: member.email && <bdi>{member.email}</bdi> },
              { label: t('members.userName'), value: member.user_name && <bdi>{member.user_name}</bdi> },
              { label: t('members.joinedAt'), value: <LocalTime value={member.joined_at} as="date" /> },
              ...(member.changeable
                ? []
                : [
                    { label: t('members.role'), value: roleName(member) },
                    { label: t('members.reach'), value: <ReachNames reach={member.reach} /> },
                  ]),
            ]}
          />
          {member.changeable && <MemberChanges {...{ member, companyId, actions }} onRemoved={close} />}
          {passwordPath && (
            <LinkToHandOver
              path={passwordPath}
              hint={t('members.passwordLinkText', { name: member.name })}
              qrLabel={t('members.passwordLink')}
            />
          )}
        </div>
      )}
    </SideSheet>
  )
}

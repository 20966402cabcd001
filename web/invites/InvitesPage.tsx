import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Invite } from '#shared/companies/invites.ts'
import { inviteStates } from '#shared/companies/rules.ts'
import { api } from '../api.ts'
import { OfCompany, PeoplePage } from '../members/PeoplePage.tsx'
import { useRoleName } from '../roles/queries.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { BulkBar } from '../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListFilter } from '../ui/list/ListFilter.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { usePicked } from '../ui/list/usePicked.ts'
import { useSelection } from '../ui/list/useSelection.ts'
import { useShownRow } from '../ui/row/useShownRow.ts'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { InviteSheet } from './InviteSheet.tsx'
import { InviteState } from './InviteState.tsx'
import { canResend, canRevoke, useInviteActions } from './inviteActions.ts'

/** Who was invited, and what became of it. */
export const InvitesPage = () => <OfCompany>{id => <Invites id={id} />}</OfCompany>

function Invites({ id }: { id: number }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const { sort = '-created_at' } = useSearch({ from: '/shell/company/users/invitations' })
  const list = useList(api.invites.list, { id, sort: sort as '-created_at' })
  const selection = useSelection(list.search)
  const { resend, revoke } = useInviteActions()
  const rows = list.page?.data ?? []
  const { shown, href, show, close } = useShownRow(rows)
  const picked = usePicked<Invite>(['invites', 'list'], selection)
  const [toResend, toRevoke] = [picked.filter(canResend), picked.filter(canRevoke)]

  const columns: Column<Invite>[] = [
    { key: 'email', title: t('invites.email'), cell: row => <bdi>{row.email}</bdi>, sortable: true },
    { key: 'role', title: t('invites.role'), cell: row => roleName(row), width: '11rem' },
    { key: 'state', title: t('invites.state'), cell: row => <InviteState state={row.state} />, width: '14rem' },
    {
      key: 'created_at',
      title: t('invites.sentAt'),
      cell: row => <LocalTime value={row.sent_at} as="relative" />,
      sortable: true,
      width: '11rem',
    },
    {
      key: 'expires_at',
      title: t('invites.expiresAt'),
      cell: row => <LocalTime value={row.expires_at} as="date" />,
      sortable: true,
      width: '11rem',
      wideOnly: true,
    },
  ]

  return (
    <PeoplePage companyId={id} count={list.page?.meta} onInvited={show}>
      <ListToolbar list={list}>
        <ListFilter
          list={list}
          name="state"
          label={t('invites.state')}
          all={t('invites.allStates')}
          choices={inviteStates.map(state => ({ value: state, label: t(`invites.states.${state}`) }))}
        />
      </ListToolbar>
      <DataTable
        label={t('invites.title')}
        list={list}
        columns={columns}
        href={href}
        selection={selection}
        empty={
          <ListEmpty
            list={list}
            filters={['state']}
            drawing={<GateDrawing />}
            title={t('invites.empty')}
            text={t('invites.emptyText')}
          />
        }
      />
      <BulkBar selection={selection}>
        {toResend.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              resend(toResend)
              selection.clear()
            }}
          >
            {t('invites.resendSome', { count: toResend.length })}
          </Button>
        )}
        {toRevoke.length > 0 && (
          <ConfirmButton
            question={t('invites.revokeQuestion', { count: toRevoke.length, email: toRevoke[0]?.email ?? '' })}
            confirmText={t('invites.revoke')}
            onConfirm={() => {
              revoke(toRevoke)
              selection.clear()
            }}
          >
            {t('invites.revokeSome', { count: toRevoke.length })}
          </ConfirmButton>
        )}
      </BulkBar>
      {shown && <InviteSheet key={shown.id} invite={shown} onClosed={close} />}
    </PeoplePage>
  )
}

import { Button } from '@mantine/core'
import { IconLink, IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Invite } from '#shared/companies/invites.ts'
import { inviteStates, type InviteState as State } from '#shared/companies/rules.ts'
import { languages } from '#shared/lib/language.ts'
import { api } from '../../api.ts'
import { useHasMail } from '../../lib/session/session.ts'
import { useRoleName } from '../../roles/queries.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { GateDrawing } from '../../ui/drawings/GateDrawing.tsx'
import { LinkToHandOver } from '../../ui/LinkToHandOver.tsx'
import { BulkBar, runBulkAction, useSelectedRows, useSelection } from '../../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ListFilter } from '../../ui/list/Filters.tsx'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../../ui/list/ListToolbar.tsx'
import { useList } from '../../ui/list/useList.ts'
import { Notice, type Status } from '../../ui/Notice.tsx'
import { FieldList } from '../../ui/row/FieldList.tsx'
import { useShownRow } from '../../ui/row/RowPage.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { tellDone } from '../../ui/toast.tsx'
import styles from '../Members.module.css'
import { OfCompany, PeoplePage } from '../PeoplePage.tsx'

/** Invited people, and the state of their invitations. */
export const InvitesPage = () => <OfCompany>{id => <Invites id={id} />}</OfCompany>

function Invites({ id }: { id: number }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const { sort = '-created_at' } = useSearch({ from: '/shell/company/users/invitations' })
  const list = useList(api.invites.list, { id, sort: sort as '-created_at' })
  const selection = useSelection(list.search)
  const { resend, revoke } = useInviteActions()
  const hasMail = useHasMail()
  const rows = list.page?.data ?? []
  const { shown, href, show, close } = useShownRow(rows)
  const picked = useSelectedRows<Invite>(['invites', 'list'], selection)
  const [toResend, toRevoke] = [picked.filter(canResend), picked.filter(canRevoke)]

  const columns: Column<Invite>[] = [
    { key: 'email', title: t('invites.email'), cell: row => <bdi>{row.email}</bdi>, sortable: true },
    { key: 'role', title: t('invites.role'), cell: row => roleName(row), width: '11rem' },
    {
      key: 'state',
      title: t('invites.state'),
      cell: row => <InviteState state={row.state} />,
      width: '14rem',
      atEnd: true,
    },
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
            {hasMail
              ? t('invites.resendSome', { count: toResend.length })
              : t('invites.newLinkSome', { count: toResend.length })}
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

/** One invitation: its state, its link and QR code to hand over, and its actions. */
function InviteSheet({ invite, onClosed }: { invite: Invite; onClosed: () => void }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const { resend, revoke, isBusy } = useInviteActions()
  const hasMail = useHasMail()
  const language = languages.find(({ id }) => id === invite.language_id)
  return (
    <SideSheet title={invite.email} onClosed={onClosed}>
      {() => (
        <div className={styles.form}>
          {invite.state === 'delivery_failed' && (
            <Notice kind="stop">
              {t('invites.deliveryFailed')} <bdi>{invite.delivery_error}</bdi>
            </Notice>
          )}
          {invite.state === 'expired' && <Notice kind="attention">{t('invites.expiredText')}</Notice>}
          <FieldList
            fields={[
              { label: t('invites.state'), value: <InviteState state={invite.state} /> },
              { label: t('invites.role'), value: roleName(invite) },
              {
                label: t('invites.invitedBy'),
                value: <bdi>{invite.invited_by.name ?? t('invites.byAdministrator')}</bdi>,
              },
              { label: t('invites.sentAt'), value: <LocalTime value={invite.sent_at} /> },
              {
                label: invite.accepted_at
                  ? t('invites.acceptedAt')
                  : invite.declined_at
                    ? t('invites.declinedAt')
                    : t('invites.expiresAt'),
                value: <LocalTime value={invite.accepted_at ?? invite.declined_at ?? invite.expires_at} />,
              },
              ...(invite.accepted_by
                ? [{ label: t('invites.acceptedBy'), value: <bdi>{invite.accepted_by.name}</bdi> }]
                : []),
              { label: t('invites.language'), value: language && <span lang={language.locale}>{language.name}</span> },
            ]}
          />
          <div className={styles.invitesActs}>
            {canResend(invite) && (
              <Button
                {...(!hasMail && { variant: 'default' })}
                leftSection={hasMail ? <IconMail size={20} /> : <IconLink size={20} />}
                loading={isBusy}
                onClick={() => resend([invite])}
              >
                {hasMail ? t('invites.resend') : t('invites.newLink')}
              </Button>
            )}
            {canRevoke(invite) && (
              <ConfirmButton
                question={t('invites.revokeQuestion', { count: 1, email: invite.email })}
                confirmText={t('invites.revoke')}
                onConfirm={() => revoke([invite])}
              >
                {t('invites.revoke')}
              </ConfirmButton>
            )}
          </div>
          {invite.path && (
            <LinkToHandOver
              path={invite.path}
              hint={hasMail ? t('invites.linkHint') : t('invites.handOver')}
              qrLabel={t('invites.qr', { email: invite.email })}
            />
          )}
        </div>
      )}
    </SideSheet>
  )
}

const status: Record<State, Status> = {
  pending: 'info',
  delivery_failed: 'stop',
  expired: 'attention',
  accepted: 'ok',
  declined: 'attention',
  revoked: 'attention',
}

/** The state of an invitation. */
function InviteState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <StatusBadge status={status[state]}>{t(`invites.states.${state}`)}</StatusBadge>
}

type Ref = Pick<Invite, 'id' | 'company_id' | 'email' | 'state'>

/** Open ones can be sent again and revoked, expired ones sent again. */
const canResend = ({ state }: Pick<Invite, 'state'>) => ['pending', 'delivery_failed', 'expired'].includes(state)
const canRevoke = ({ state }: Pick<Invite, 'state'>) => ['pending', 'delivery_failed'].includes(state)

const forEach = (invites: Ref[], act: (input: { id: number; invite_id: number }) => Promise<unknown>) =>
  runBulkAction(
    invites,
    ({ email }) => email,
    ({ id, company_id }) => act({ id: company_id, invite_id: id }),
  )

/** What a manager does with invitations that are out; with one or with several. */
function useInviteActions() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const hasMail = useHasMail()
  const changed = () => queries.invalidateQueries({ queryKey: api.invites.key })
  const resending = useMutation({
    mutationFn: (invites: Ref[]) => forEach(invites, api.invites.resend),
    onSuccess(invites) {
      const said = { count: invites.length, email: invites[0]?.email ?? '' }
      tellDone(hasMail ? t('invites.resent', said) : t('invites.newLinkMade', said))
    },
    onSettled: changed,
  })
  const revoking = useMutation({
    mutationFn: (invites: Ref[]) => forEach(invites, api.invites.revoke),
    onSuccess: invites => tellDone(t('invites.revoked', { count: invites.length, email: invites[0]?.email ?? '' })),
    onSettled: changed,
  })
  return {
    resend: resending.mutate,
    revoke: revoking.mutate,
    isBusy: resending.isPending || revoking.isPending,
  }
}

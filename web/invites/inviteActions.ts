import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Invite } from '#shared/companies/invites.ts'
import { api } from '../api.ts'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { tellDone } from '../ui/toast.tsx'

type Ref = Pick<Invite, 'id' | 'company_id' | 'email' | 'state'>

/** Open ones can be sent again and revoked, expired ones sent again. */
export const canResend = ({ state }: Pick<Invite, 'state'>) => ['pending', 'delivery_failed', 'expired'].includes(state)
export const canRevoke = ({ state }: Pick<Invite, 'state'>) => ['pending', 'delivery_failed'].includes(state)

const forEach = (invites: Ref[], act: (input: { id: number; invite_id: number }) => Promise<unknown>) =>
  actOnEach(
    invites,
    ({ email }) => email,
    ({ id, company_id }) => act({ id: company_id, invite_id: id }),
  )

/** What a manager does with invitations that are out; with one or with several. */
export function useInviteActions() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: api.invites.key })
  const resending = useMutation({
    mutationFn: (invites: Ref[]) => forEach(invites, api.invites.resend),
    onSuccess: invites => tellDone(t('invites.resent', { count: invites.length, email: invites[0]?.email ?? '' })),
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

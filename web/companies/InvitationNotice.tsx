import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnInvite } from '#shared/companies/invites.ts'
import { api } from '../api.ts'
import { refreshUser } from '../lib/session/session.ts'
import { inTab, storedText } from '../lib/storage.ts'
import { useRoleName } from '../roles/queries.ts'
import { PageNotice } from '../ui/page/PageNotice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'

/** In session storage: the id of what was put off comes back with the next visit. */
const stored = storedText(inTab, 'tend_invitation_later')

/** Another company waits for this person: said on every screen, for the mail may have been overlooked. */
export function InvitationNotice() {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const { data: invites = [] } = useQuery({ ...api.invites.mine.query(), staleTime: 10 * 60_000 })
  const [putOff, setPutOff] = useState(stored.read)
  // There it is offered first anyhow.
  const isInTheWay = useRouterState({ select: state => state.location.pathname === '/company/setup' })
  const queries = useQueryClient()
  const joining = useJoining()
  const declining = useMutation({
    mutationFn: (invite: OwnInvite) => api.invites.decline({ id: invite.company_id }),
    onSuccess: (_, invite) => tellDone(t('auth.invitation.declined', { inviter: invite.invited_by })),
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.invites.key }),
  })
  const error = joining.error ?? declining.error
  const invite = invites.find(({ id }) => String(id) !== putOff)
  if (!invite || isInTheWay) return null
  return (
    <PageNotice
      kind={error ? 'stop' : 'info'}
      actions={
        <>
          <Button variant="default" size="sm" loading={joining.isPending} onClick={() => joining.mutate(invite)}>
            {t('companies.setup.join.button', { name: invite.company_name })}
          </Button>
          <Button variant="default" size="sm" loading={declining.isPending} onClick={() => declining.mutate(invite)}>
            {t('auth.invitation.decline')}
          </Button>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              stored.write(String(invite.id))
              setPutOff(String(invite.id))
            }}
          >
            {t('auth.confirm.later')}
          </Button>
        </>
      }
    >
      {error ? (
        <ProblemText error={error} />
      ) : (
        <>
          <bdi style={{ fontWeight: 600 }}>{invite.company_name}</bdi>
          {' · '}
          {t('companies.setup.join.text', { name: invite.invited_by, role: roleName(invite) })}
        </>
      )}
    </PageNotice>
  )
}

/** Accepts an invitation to the own address: the session works in that company from then on. What goes wrong is for the caller to say. */
export function useJoining() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (invite: OwnInvite) => api.companies.join({ id: invite.company_id }),
    onSuccess: async company => {
      await refreshUser()
      tellDone(t('companies.setup.joined', { name: company.name }))
      navigate({ to: '/tasks' })
    },
    onError: () => undefined,
  })
}

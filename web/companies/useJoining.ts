import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OwnInvite } from '#shared/companies/invites.ts'
import { api } from '../api.ts'
import { refreshUser } from '../lib/session/session.ts'
import { tellDone } from '../ui/toast.tsx'

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

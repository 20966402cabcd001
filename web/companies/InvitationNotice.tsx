import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../lib/api.ts'
import { useRoleName } from '../roles/queries.ts'
import { PageNotice } from '../ui/PageNotice.tsx'
import { ProblemText } from '../ui/ProblemText.tsx'
import styles from './InvitationNotice.module.css'
import { useJoining } from './useJoining.ts'

/** In session storage: the id of what was put off comes back with the next visit. */
const key = 'tend_invitation_later'

/** Another company waits for this person: said on every screen, for the mail may have been overlooked. */
export function InvitationNotice() {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const { data: invites = [] } = useQuery({ ...api.invites.mine.query(), staleTime: 10 * 60_000 })
  const [putOff, setPutOff] = useState(() => sessionStorage.getItem(key))
  // There it is offered first anyhow.
  const isInTheWay = useRouterState({ select: state => state.location.pathname === '/company/setup' })
  const joining = useJoining()
  const invite = invites.find(({ id }) => String(id) !== putOff)
  if (!invite || isInTheWay) return null
  return (
    <PageNotice
      kind={joining.error ? 'stop' : 'info'}
      actions={
        <>
          <Button variant="default" size="sm" loading={joining.isPending} onClick={() => joining.mutate(invite)}>
            {t('companies.setup.join.button', { name: invite.company_name })}
          </Button>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              sessionStorage.setItem(key, String(invite.id))
              setPutOff(String(invite.id))
            }}
          >
            {t('auth.confirm.later')}
          </Button>
        </>
      }
    >
      {joining.error ? (
        <ProblemText error={joining.error} />
      ) : (
        <>
          <bdi className={styles.name}>{invite.company_name}</bdi>
          {' · '}
          {t('companies.setup.join.text', { name: invite.invited_by, role: roleName(invite) })}
        </>
      )}
    </PageNotice>
  )
}

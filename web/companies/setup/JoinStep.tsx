import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OwnInvite } from '#shared/invites/contract.ts'
import { api } from '../../lib/api.ts'
import { refreshUser } from '../../lib/session.ts'
import { useRoleName } from '../../roles/queries.ts'
import { LocalTime } from '../../ui/LocalTime.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { tellDone } from '../../ui/toast.tsx'
import styles from './Setup.module.css'

/** Somebody waits for this person already: joining comes before setting up a company of one's own. */
export function JoinStep({ invites, onNew }: { invites: OwnInvite[]; onNew: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const roleName = useRoleName()
  const joining = useMutation({
    mutationFn: (invite: OwnInvite) => api.companies.join({ id: invite.company_id }),
    onSuccess: async company => {
      await refreshUser()
      tellDone(t('companies.setup.joined', { name: company.name }))
      navigate({ to: '/tasks' })
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <div className={styles.step}>
      <h2 className={styles.heading}>{t('companies.setup.join.title')}</h2>
      {joining.error && (
        <Notice kind="stop">
          <ProblemText error={joining.error} />
        </Notice>
      )}
      {invites.map(invite => (
        <article key={invite.id} className={styles.card}>
          <div className={styles.cardText}>
            <div className={styles.name}>
              <bdi>{invite.company_name}</bdi>
            </div>
            <div className={styles.dimmed}>
              {t('companies.setup.join.text', { name: invite.invited_by, role: roleName(invite) })}
              {' · '}
              {t('companies.setup.join.until')} <LocalTime value={invite.expires_at} as="date" />
            </div>
          </div>
          <Button
            loading={joining.isPending && joining.variables.id === invite.id}
            onClick={() => joining.mutate(invite)}
          >
            {t('companies.setup.join.button', { name: invite.company_name })}
          </Button>
        </article>
      ))}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onNew}>
          {t('companies.setup.join.ownCompany')}
        </Button>
      </div>
    </div>
  )
}

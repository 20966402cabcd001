import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedCompany } from '#shared/companies/contract.ts'
import type { OwnInvite } from '#shared/companies/invites.ts'
import { useJoining } from '../companies/InvitationNotice.tsx'
import { updateUser } from '../lib/session/session.ts'
import { useRoleName } from '../roles/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Setup.module.css'

type Props = {
  /** Where the person belongs already, without working there now: another was left, or was deleted. */
  companies: ListedCompany[]
  invites: OwnInvite[]
  onNew: () => void
}

/** Somebody waits for this person already: that comes before setting up a company of one's own. */
export function JoinStep({ companies, invites, onNew }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const roleName = useRoleName()
  const joining = useJoining()
  const opening = useMutation({
    mutationFn: (company: ListedCompany) => updateUser({ company_id: company.id }),
    onSuccess: () => navigate({ to: '/tasks' }),
    // Said in place, below.
    onError: () => undefined,
  })
  const problem = joining.error ?? opening.error
  return (
    <div className={styles.step}>
      {problem && (
        <Notice kind="stop">
          <ProblemText error={problem} />
        </Notice>
      )}
      {companies.length > 0 && <h2 className={styles.heading}>{t('companies.setup.join.yours')}</h2>}
      {companies.map(company => (
        <article key={company.id} className={styles.card}>
          <div className={styles.cardText}>
            <div className={styles.name}>
              <bdi>{company.name}</bdi>
            </div>
            {company.role_id !== null && (
              <div className={styles.dimmed}>
                {roleName({ role_id: company.role_id, role_name: company.role_name })}
              </div>
            )}
          </div>
          <Button
            loading={opening.isPending && opening.variables.id === company.id}
            onClick={() => opening.mutate(company)}
          >
            {t('companies.setup.join.open', { name: company.name })}
          </Button>
        </article>
      ))}
      {invites.length > 0 && <h2 className={styles.heading}>{t('companies.setup.join.title')}</h2>}
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

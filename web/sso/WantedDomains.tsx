import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SsoDomain } from '#shared/accounts/sso.ts'
import { administration } from '../administrationApi.ts'
import { Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/QueryBoundary.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './SignIn.module.css'
import { SignInSection } from './SignInSection.tsx'

/** The domains that companies want, which an administrator confirms. */
export function WantedDomains() {
  const { t } = useTranslation()
  const query = useQuery(administration.sso.domains.query({}))
  const queries = useQueryClient()
  const confirming = useMutation({
    mutationFn: ({ id, confirmed_at }: SsoDomain) =>
      administration.sso.confirmDomain({ id, is_confirmed: confirmed_at === null }),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.sso.key }),
  })
  return (
    <SignInSection title={t('sso.wanted')} text={t('sso.wantedText')}>
      {confirming.error && (
        <Notice kind="stop">
          <ProblemText error={confirming.error} />
        </Notice>
      )}
      <QueryBoundary query={query}>
        {domains =>
          domains.length === 0 ? (
            <Text c="dimmed">{t('sso.noneWanted')}</Text>
          ) : (
            <ul className={styles.values}>
              {domains.map(row => (
                <li key={row.id} className={styles.row}>
                  <span className={styles.address}>
                    <bdi>{row.domain}</bdi> · <bdi>{row.company.name}</bdi>
                  </span>
                  <Button
                    variant="default"
                    aria-label={`${t(row.confirmed_at ? 'sso.refuse' : 'sso.confirm')}: ${row.domain}`}
                    loading={confirming.isPending && confirming.variables.id === row.id}
                    onClick={() => confirming.mutate(row)}
                  >
                    {t(row.confirmed_at ? 'sso.refuse' : 'sso.confirm')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </SignInSection>
  )
}

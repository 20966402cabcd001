import { Button, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SsoDomain, SsoSettings } from '#shared/accounts/sso.ts'
import { administration } from '../administrationApi.ts'
import { useUser } from '../lib/session/session.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { CopyLink } from '../ui/CopyLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { QueryBoundary } from '../ui/QueryBoundary.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { PasswordSwitch } from './PasswordSwitch.tsx'
import styles from './SignIn.module.css'
import { SignInSection } from './SignInSection.tsx'
import { SsoForm } from './SsoForm.tsx'

/** /company/sign-in: the provider by which the company's people sign in. */
export function CompanySignInPage() {
  const { t } = useTranslation()
  const companyId = useUser()?.company_id
  if (companyId == null) return <NoCompany title={t('sso.title')} />
  return <SignInSettings companyId={companyId} text={t('sso.text')} />
}

/** /system/sign-in: the provider of the platform, and the domains that companies want. */
export function PlatformSignInPage() {
  const { t } = useTranslation()
  return (
    <SignInSettings companyId={null} text={t('sso.platformText')}>
      <WantedDomains />
    </SignInSettings>
  )
}

type Props = { companyId: number | null; text: string; children?: ReactNode }

function SignInSettings({ companyId, text, children }: Props) {
  const { t } = useTranslation()
  const query = useQuery(administration.sso.get.query(companyId === null ? {} : { company_id: companyId }))
  return (
    <>
      <PageHeader title={t('sso.title')} />
      <div className={styles.page}>
        <Text>{text}</Text>
        <QueryBoundary query={query}>
          {settings => (
            <>
              <Addresses settings={settings} />
              <SsoForm key={settings.connection?.updated_at ?? 'new'} companyId={companyId} settings={settings} />
              {settings.connection && (
                <PasswordSwitch companyId={companyId} settings={settings} connection={settings.connection} />
              )}
            </>
          )}
        </QueryBoundary>
        {children}
      </div>
    </>
  )
}

/** What the provider has to know of this tend. */
function Addresses({ settings }: { settings: SsoSettings }) {
  const { t } = useTranslation()
  return (
    <SignInSection title={t('sso.forProvider')}>
      <Address label={t('sso.redirect')} copy={t('sso.copyRedirect')} value={settings.redirect_address} />
      <Address label={t('sso.logoutAddress')} copy={t('sso.copyLogout')} value={settings.logout_address} />
    </SignInSection>
  )
}

function Address({ label, copy, value }: { label: string; copy: string; value: string }) {
  return (
    <div className={styles.row}>
      <TextInput label={label} readOnly dir="ltr" value={value} onFocus={event => event.currentTarget.select()} />
      <CopyLink address={value} label={copy} />
    </div>
  )
}

/** The domains that companies want, which an administrator confirms. */
function WantedDomains() {
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

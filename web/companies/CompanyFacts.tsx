import { Button, FileButton, Group } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { languages } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useCountries } from '../shell/company.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Companies.module.css'
import { CompanyLogo } from './CompanyLogo.tsx'

/** Facts of a company, with the meaning of its time zone. */
export function CompanyFacts({ company }: { company: Company }) {
  const { t, i18n } = useTranslation()
  const country = useCountries()?.find(({ id }) => id === company.country_id)
  const currency = new Intl.DisplayNames(i18n.language, { type: 'currency' }).of(company.currency)
  const time = formatsOf(i18n.language, company.time_zone).time(Date.now())
  const language = languages.find(({ id }) => id === company.language_id)
  return (
    <FieldList
      fields={[
        { label: t('companies.name'), value: company.name },
        {
          label: t('companies.kindOfBusiness'),
          value: company.kind_of_business && t(`companies.kinds.${company.kind_of_business}`),
        },
        { label: t('companies.country'), value: country?.name },
        {
          label: t('companies.timeZone'),
          value: (
            <>
              <span>{company.time_zone.replaceAll('_', ' ')}</span>
              <span className={styles.meaning}>
                {t('companies.timeZoneMeaning')} {t('companies.timeThere', { time })}
              </span>
            </>
          ),
        },
        { label: t('companies.language'), value: language && <span lang={language.locale}>{language.name}</span> },
        { label: t('companies.currency'), value: `${currency} (${company.currency})` },
        {
          label: t('companies.twoFactor'),
          value: company.two_factor_required ? t('companies.twoFactorOn') : t('companies.twoFactorOff'),
        },
        {
          label: t('companies.histories'),
          // Copies of earlier versions do not know it.
          value: company.histories_stay === false ? t('companies.historiesOff') : t('companies.historiesOn'),
        },
        { label: t('companies.since'), value: <LocalTime value={company.created_at} as="date" /> },
      ]}
    />
  )
}

const accepted = 'image/png,image/jpeg,image/webp,image/svg+xml'

/** The company's logo: shown to its members, set and removed by people who may change the company. */
export function LogoSection({ company }: { company: Company }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reset = useRef<() => void>(null)
  const mayChange = useAbility()('update', 'Company', company)
  const { logo } = company
  const { id } = company
  const settled = (saved: Company) => {
    queries.setQueryData(api.companies.get.query({ id }).queryKey, saved)
    void queries.invalidateQueries({ queryKey: api.companies.key })
  }
  const setting = useMutation({
    mutationFn: (file: File) => api.companies.setLogo({ id }, { files: { file } }),
    onSuccess: settled,
    // Said in place, below.
    onError: () => undefined,
    onSettled: () => reset.current?.(),
  })
  const removing = useMutation({
    mutationFn: () => api.companies.removeLogo({ id }),
    onSuccess: () => settled({ ...company, logo: null }),
    onError: () => undefined,
  })
  const error = setting.error ?? removing.error
  // Copies of earlier versions know of none.
  if (!logo && !mayChange) return null
  return (
    <section className={styles.companyFactsSection} aria-labelledby="company-logo">
      <h2 id="company-logo" className={styles.companyFactsHeading}>
        {t('companies.logo.title')}
      </h2>
      {logo && <CompanyLogo logo={logo} alt={t('companies.logo.of', { name: company.name })} height={72} />}
      {mayChange && (
        <>
          <p className={styles.logoSectionMeaning}>{t('companies.logo.meaning')}</p>
          {error && (
            <Notice kind="stop">
              <ProblemText error={error} />
            </Notice>
          )}
          <Group gap="xs">
            <FileButton resetRef={reset} accept={accepted} onChange={file => file && setting.mutate(file)}>
              {props => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconPhotoPlus size={20} />}
                  loading={setting.isPending}
                >
                  {t(logo ? 'companies.logo.replace' : 'companies.logo.choose')}
                </Button>
              )}
            </FileButton>
            {logo && (
              <ConfirmButton
                question={t('companies.logo.removeQuestion')}
                confirmText={t('companies.logo.remove')}
                onConfirm={() => removing.mutate()}
                buttonProps={{ leftSection: <IconTrash size={20} />, loading: removing.isPending }}
              >
                {t('companies.logo.remove')}
              </ConfirmButton>
            )}
          </Group>
        </>
      )}
    </section>
  )
}

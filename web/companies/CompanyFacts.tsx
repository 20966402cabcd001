import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { languages } from '#shared/lib/language.ts'
import { FieldList } from '../ui/row/FieldList.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import styles from './CompanyFacts.module.css'
import { useCountries } from './queries.ts'

/** What is known of a company, with what its time zone means. */
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
        { label: t('companies.since'), value: <LocalTime value={company.created_at} as="date" /> },
      ]}
    />
  )
}

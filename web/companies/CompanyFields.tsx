/** The fields of a company, the same at set-up and later. */
import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { kindsOfBusiness } from '#shared/companies/rules.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { languages } from '#shared/lib/language.ts'
import { ChoiceField } from '../ui/fields/formFields.tsx'
import type { CompanyValues } from './companyValues.ts'
import { useCountries } from './queries.ts'

type Props = { form: UseFormReturn<CompanyValues> }

export function CountryField({ form }: Props) {
  const { t } = useTranslation()
  const countries = useCountries() ?? []
  return (
    <ChoiceField
      form={form}
      name="country_id"
      label={t('companies.country')}
      required
      choices={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

/** Says what the zone means, and what time it is there, by which people know whether it is theirs. */
export function TimeZoneField({ form }: Props) {
  const { t, i18n } = useTranslation()
  const chosen = useWatch({ control: form.control, name: 'time_zone' })
  const choices = useMemo(() => {
    const known = new Set([...Intl.supportedValuesOf('timeZone'), chosen])
    return [...known].sort().map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  }, [chosen])
  const time = formatsOf(i18n.language, chosen).time(Date.now())
  return (
    <ChoiceField
      form={form}
      name="time_zone"
      label={t('companies.timeZone')}
      description={`${t('companies.timeZoneMeaning')} ${t('companies.timeThere', { time })}`}
      required
      choices={choices}
    />
  )
}

export function LanguageField({ form }: Props) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      form={form}
      name="language_id"
      label={t('companies.language')}
      description={t('companies.languageMeaning')}
      required
      choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

/** Without a choice it is the country's own. */
export function CurrencyField({ form }: Props) {
  const { t, i18n } = useTranslation()
  const countryId = useWatch({ control: form.control, name: 'country_id' })
  const ofCountry = useCountries()?.find(({ id }) => String(id) === countryId)?.currency
  const choices = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'currency' })
    return Intl.supportedValuesOf('currency').map(code => ({ value: code, label: `${names.of(code)} (${code})` }))
  }, [i18n.language])
  return (
    <ChoiceField
      form={form}
      name="currency"
      label={t('companies.currency')}
      description={
        ofCountry ? t('companies.currencyOfCountry', { currency: ofCountry }) : t('companies.currencyMeaning')
      }
      choices={choices}
    />
  )
}

export function KindOfBusinessField({ form }: Props) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      form={form}
      name="kind_of_business"
      label={t('companies.kindOfBusiness')}
      choices={kindsOfBusiness.map(kind => ({ value: kind, label: t(`companies.kinds.${kind}`) }))}
    />
  )
}

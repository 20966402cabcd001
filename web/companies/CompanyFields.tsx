/** The fields of a company, the same at set-up and later. */
import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Company, companies } from '#shared/companies/contract.ts'
import { kindsOfBusiness } from '#shared/companies/rules.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { languageIdOf, languages } from '#shared/lib/language.ts'
import { currentLocale } from '../lib/locale.ts'
import { useCountries } from '../shell/company.ts'
import { ChoiceField } from '../ui/fields/formFields.tsx'

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

type Draft = InputOf<typeof companies.create>

/** What the fields of a company hold: ids as text where a choice holds them. */
export type CompanyValues = {
  name: string
  country_id: string | null
  language_id: string
  time_zone: string
  kind_of_business: Draft['kind_of_business']
  currency: string | null
  two_factor_required: boolean
  histories_stay: boolean
  quiet_from: string | null
  quiet_to: string | null
  /** One per line. */
  root_causes: string | null
}

/** Where the browser's clock is set to. */
const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The fields of a company; of a new one, as the device suggests. */
export const valuesOf = (company: Company | undefined): CompanyValues => ({
  name: company?.name ?? '',
  country_id: company?.country_id ? String(company.country_id) : null,
  language_id: String(company?.language_id ?? languageIdOf(currentLocale())),
  time_zone: company?.time_zone ?? browserTimeZone(),
  kind_of_business: company?.kind_of_business ?? null,
  currency: company?.currency ?? null,
  two_factor_required: company?.two_factor_required ?? false,
  histories_stay: company?.histories_stay ?? true,
  quiet_from: company?.quiet_from ?? null,
  quiet_to: company?.quiet_to ?? null,
  root_causes: company?.root_causes.join('\n') ?? null,
})

/** What the calls take. Without a currency it is the country's. */
export const draftOf = (values: CompanyValues): Draft => ({
  name: values.name,
  country_id: Number(values.country_id),
  language_id: Number(values.language_id),
  time_zone: values.time_zone,
  kind_of_business: values.kind_of_business ?? null,
  two_factor_required: values.two_factor_required,
  histories_stay: values.histories_stay,
  quiet_from: values.quiet_from,
  quiet_to: values.quiet_to,
  root_causes: linesOf(values.root_causes),
  ...(values.currency && { currency: values.currency }),
})

const linesOf = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ),
]

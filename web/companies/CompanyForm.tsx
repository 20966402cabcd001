import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { kindsOfBusiness } from '#shared/companies/rules.ts'
import { languages } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { refreshUser } from '../lib/session/session.ts'
import { useCountries } from '../shell/company.ts'
import { ClockField, LongTextField, SwitchField, TextField } from '../ui/fields/formFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import {
  CountryField,
  CurrencyField,
  draftOf,
  KindOfBusinessField,
  LanguageField,
  TimeZoneField,
  valuesOf,
} from './CompanyFields.tsx'

/** Changes what is known of a company. */
export function CompanyForm({ company, onClosed }: { company: Company; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const router = useRouter()
  const countries = useCountries()
  const rowForm = useRowForm({
    name: 'company',
    row: company,
    valuesOf,
    save: (values, base = company) =>
      api.companies.update({ ...draftOf(values), id: base.id, revision: base.revision }),
    onSaved(saved) {
      queries.setQueryData(api.companies.get.query({ id: saved.id }).queryKey, saved)
      queries.invalidateQueries({ queryKey: api.companies.key })
      onClosed()
      if (!saved.two_factor_required || company.two_factor_required) return
      // A person who requires a second factor needs one too, and is led to it like everybody else.
      refreshUser().then(
        () => router.invalidate(),
        () => undefined,
      )
    },
  })
  const { form } = rowForm
  const kindName = (kind: unknown) => {
    const known = kindsOfBusiness.find(one => one === kind)
    return known ? t(`companies.kinds.${known}`) : ''
  }
  return (
    <RowFormSheet
      title={t('companies.edit')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('companies.name') },
        {
          name: 'country_id',
          label: t('companies.country'),
          show: id => countries?.find(country => String(country.id) === id)?.name,
        },
        { name: 'time_zone', label: t('companies.timeZone') },
        {
          name: 'language_id',
          label: t('companies.language'),
          show: id => languages.find(language => String(language.id) === id)?.name,
        },
        { name: 'currency', label: t('companies.currency') },
        { name: 'kind_of_business', label: t('companies.kindOfBusiness'), show: kindName },
        {
          name: 'two_factor_required',
          label: t('companies.twoFactor'),
          show: isOn => (isOn ? t('companies.twoFactorOn') : t('companies.twoFactorOff')),
        },
        {
          name: 'histories_stay',
          label: t('companies.histories'),
          show: isOn => (isOn ? t('companies.historiesOn') : t('companies.historiesOff')),
        },
        { name: 'quiet_from', label: t('companies.quietFrom') },
        { name: 'quiet_to', label: t('companies.quietTo') },
        { name: 'root_causes', label: t('companies.rootCauses') },
      ]}
    >
      <TextField form={form} name="name" label={t('companies.name')} required maxLength={200} />
      <KindOfBusinessField form={form} />
      <CountryField form={form} />
      <TimeZoneField form={form} />
      <LanguageField form={form} />
      <CurrencyField form={form} />
      <SwitchField
        form={form}
        name="two_factor_required"
        label={t('companies.twoFactor')}
        description={t('companies.twoFactorMeaning')}
      />
      <SwitchField
        form={form}
        name="histories_stay"
        label={t('companies.histories')}
        description={t('companies.historiesMeaning')}
      />
      <ClockField
        form={form}
        name="quiet_from"
        label={t('companies.quietFrom')}
        description={t('companies.quietMeaning')}
      />
      <ClockField form={form} name="quiet_to" label={t('companies.quietTo')} />
      <LongTextField
        form={form}
        name="root_causes"
        label={t('companies.rootCauses')}
        description={t('companies.rootCausesMeaning')}
      />
    </RowFormSheet>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { locationTypes } from '#shared/locations/rules.ts'
import { api } from '../api.ts'
import {
  type CompanyValues,
  CountryField,
  draftOf,
  KindOfBusinessField,
  TimeZoneField,
} from '../companies/CompanyFields.tsx'
import { RequestError } from '../lib/requestError.ts'
import { refreshUser, useUser } from '../lib/session/session.ts'
import { ConfirmAddressNotice } from '../shell/notices/AccountNotice.tsx'
import { ChoiceField, TextField } from '../ui/fields/formFields.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { StepFrame } from './StepFrame.tsx'

type Props = {
  form: UseFormReturn<CompanyValues>
  onMade: (company: Company) => void
}

/** The step after which the company exists. Its language and currency are the person's and the country's own. */
export function CompanyStep({ form, onMade }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const making = useMutation({
    mutationFn: (values: CompanyValues) => api.companies.create(draftOf(values)),
    onSuccess: async company => {
      await refreshUser()
      onMade(company)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors))
        form.setError(field as keyof CompanyValues, { message: texts.join(' ') })
    },
  })
  const { error } = making
  const waitsForAddress = error instanceof RequestError && error.code === 'email_not_confirmed'
  return (
    <StepFrame
      title={user?.hasCompany ? t('companies.setup.company.another') : t('companies.setup.company.title')}
      text={t('companies.setup.company.text')}
      problem={error ?? undefined}
      onNext={form.handleSubmit(values => making.mutate(values))}
      nextText={t('companies.setup.create')}
      isBusy={making.isPending}
    >
      {waitsForAddress && user?.email && <ConfirmAddressNotice email={user.email} isNeeded />}
      <TextField form={form} name="name" label={t('companies.name')} required maxLength={200} />
      <CountryField form={form} />
      <TimeZoneField form={form} />
      <KindOfBusinessField form={form} />
    </StepFrame>
  )
}

type Values = { name: string; type: (typeof locationTypes)[number] }

/** A first place, by which tasks and answers can be told apart. */
export function LocationStep({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { form, restart } = useDraftForm<Values>('setup_location', { name: '', type: 'site' })
  const adding = useMutation({
    mutationFn: (values: Values) => api.locations.create(values),
    onSuccess() {
      queries.invalidateQueries({ queryKey: api.locations.key })
      restart()
      onNext()
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <StepFrame
      title={t('companies.setup.location.title')}
      text={t('companies.setup.location.text')}
      problem={adding.error ?? undefined}
      onSkip={onNext}
      onNext={form.handleSubmit(values => adding.mutate(values))}
      nextText={t('companies.setup.location.add')}
      isBusy={adding.isPending}
    >
      <TextField form={form} name="name" label={t('companies.setup.location.name')} required maxLength={200} />
      <ChoiceField
        form={form}
        name="type"
        label={t('locations.type')}
        required
        choices={locationTypes.map(type => ({ value: type, label: t(`locations.types.${type}`) }))}
      />
    </StepFrame>
  )
}

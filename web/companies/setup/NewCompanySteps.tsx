import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { type KindOfBusiness, kindsOfBusiness } from '#shared/companies/rules.ts'
import { locationTypes } from '#shared/locations/rules.ts'
import { api } from '../../api.ts'
import { RequestError } from '../../lib/requestError.ts'
import { refreshUser, useUser } from '../../lib/session/session.ts'
import { ConfirmAddressNotice } from '../../shell/notices/AccountNotice.tsx'
import { ChoiceField, TextField } from '../../ui/fields/formFields.tsx'
import { useDraftForm } from '../../ui/row/useDraftForm.ts'
import {
  type CompanyValues,
  CountryField,
  CurrencyField,
  draftOf,
  LanguageField,
  TimeZoneField,
} from '../CompanyFields.tsx'
import styles from './Setup.module.css'
import { StepFrame } from './StepFrame.tsx'
import type { Place } from './steps.ts'

type Props = {
  form: UseFormReturn<CompanyValues>
  step: 'company' | 'business' | 'language'
  onStep: (place: Place) => void
  onMade: (company: Company) => void
}

/** The three steps after which the company exists. What the server finds wrong with a field is said at the field, in its step. */
export function NewCompanySteps({ form, step, onStep, onMade }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const making = useMutation({
    mutationFn: () => api.companies.create(draftOf(form.getValues())),
    onSuccess: async company => {
      await refreshUser()
      onMade(company)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      const fields = Object.entries(error.errors)
      for (const [field, texts] of fields) form.setError(field as keyof CompanyValues, { message: texts.join(' ') })
      if (fields.some(([field]) => ['name', 'country_id', 'time_zone'].includes(field))) onStep('company')
    },
  })

  if (step === 'company') {
    const next = form.handleSubmit(() => onStep('business'))
    return (
      <StepFrame
        title={user?.hasCompany ? t('companies.setup.company.another') : t('companies.setup.company.title')}
        text={t('companies.setup.company.text')}
        onNext={next}
      >
        <TextField form={form} name="name" label={t('companies.name')} required maxLength={200} />
        <CountryField form={form} />
        <TimeZoneField form={form} />
      </StepFrame>
    )
  }
  if (step === 'business') {
    const skip = () => {
      form.setValue('kind_of_business', null)
      onStep('language')
    }
    return (
      <StepFrame
        title={t('companies.setup.business.title')}
        text={t('companies.setup.business.text')}
        onBack={() => onStep('company')}
        onSkip={skip}
        onNext={() => onStep('language')}
      >
        <KindChoices form={form} />
      </StepFrame>
    )
  }
  // Somebody who opened this address without the steps before.
  const { error } = making
  const waitsForAddress = error instanceof RequestError && error.code === 'email_not_confirmed'
  const isWhole = Boolean(form.watch('name') && form.watch('country_id'))
  return (
    <StepFrame
      title={t('companies.setup.language.title')}
      text={t('companies.setup.language.text')}
      problem={error ?? undefined}
      onBack={() => onStep('business')}
      onNext={() => (isWhole ? making.mutate() : onStep('company'))}
      nextText={isWhole ? t('companies.setup.create') : t('companies.setup.next')}
      isBusy={making.isPending}
    >
      {waitsForAddress && user?.email && <ConfirmAddressNotice email={user.email} isNeeded />}
      <LanguageField form={form} />
      <CurrencyField form={form} />
    </StepFrame>
  )
}

function KindChoices({ form }: { form: UseFormReturn<CompanyValues> }) {
  const { t } = useTranslation()
  const chosen = form.watch('kind_of_business')
  const choose = (kind: KindOfBusiness) => form.setValue('kind_of_business', kind, { shouldDirty: true })
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('companies.kindOfBusiness')}</legend>
      <div className={styles.choices}>
        {kindsOfBusiness.map(kind => (
          <label key={kind} className={styles.choice}>
            <input type="radio" name="kind" checked={chosen === kind} onChange={() => choose(kind)} />
            {t(`companies.kinds.${kind}`)}
          </label>
        ))}
      </div>
    </fieldset>
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

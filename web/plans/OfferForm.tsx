import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { planPeriods } from '#shared/companies/planRules.ts'
import type { Limits, Plan } from '#shared/companies/plans.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf, type Locale, languages, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { currentFormats } from '../lib/format.ts'
import { ChoiceField, NumberField, SwitchField } from '../ui/fields/formFields.tsx'
import { NumberInput } from '../ui/fields/NumberInput.tsx'
import { Select } from '../ui/floatingParts.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { LimitFields } from './CompanyPlanForm.tsx'
import styles from './CompanyPlans.module.css'
import { usePlanWords } from './PlanState.tsx'

type Values = Pick<
  Plan,
  'name' | 'description' | 'period' | 'prices' | 'limits' | 'is_trial' | 'days' | 'is_offered' | 'position'
>

const valuesOf = (plan: Plan | undefined): Values => ({
  name: plan?.name ?? {},
  description: plan?.description ?? {},
  period: plan?.period ?? 'month',
  prices: plan?.prices ?? {},
  limits: plan?.limits ?? { users: null, animals: null, forms: null, storage: null },
  is_trial: plan?.is_trial ?? false,
  days: plan?.days ?? null,
  is_offered: plan?.is_offered ?? true,
  position: plan?.position ?? 0,
})

type Props = { plan?: Plan; onClosed: () => void; onSaved: () => void }

/** An offer of the price list: its words in five languages, prices by currency, and what it allows. */
export function OfferForm({ plan, onClosed, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const words = usePlanWords()
  const [locale, setLocale] = useState<Locale>(toLocale(i18n.language))
  const rowForm = useRowForm<Values, Plan>({
    name: 'plan',
    row: plan,
    valuesOf,
    save: (values, base) =>
      base ? api.plans.updateOffer({ ...values, id: base.id, revision: base.revision }) : api.plans.createOffer(values),
    onSaved() {
      onSaved()
      onClosed()
    },
  })
  const { form } = rowForm
  const textOf = (text: unknown) => textIn(text as LocalizedText, locale, 'en').text
  const prices = useController({ control: form.control, name: 'prices' }).field
  return (
    <RowFormSheet
      title={plan ? t('plans.editOffer') : t('plans.addOffer')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('plans.name'), show: textOf },
        { name: 'description', label: t('plans.description'), show: textOf },
        { name: 'period', label: t('plans.period') },
        {
          name: 'prices',
          label: t('plans.prices'),
          show: value =>
            currentFormats().commas(
              Object.entries(value as Plan['prices']).map(([currency, price]) => words.price(price, currency)),
            ),
        },
        {
          name: 'limits',
          label: t('plans.limits'),
          show: limits => currentFormats().commas(words.limits(limits as Limits)),
        },
        { name: 'days', label: t('plans.days') },
        { name: 'position', label: t('plans.position') },
      ]}
    >
      <Select
        label={t('plans.textsIn')}
        data={languages.map(language => ({ value: language.locale, label: language.name }))}
        allowDeselect={false}
        value={locale}
        onChange={value => setLocale(toLocale(value))}
      />
      <LocalizedField form={form} name="name" label={t('plans.name')} locale={locale} required />
      <LocalizedField form={form} name="description" label={t('plans.description')} locale={locale} isLong />
      <ChoiceField
        form={form}
        name="period"
        label={t('plans.period')}
        required
        choices={planPeriods.map(period => ({ value: period, label: t(`plans.periods.${period}`) }))}
      />
      <PricesField prices={prices.value} onChange={prices.onChange} />
      <LimitFields form={form} name="limits" />
      <NumberField
        form={form}
        name="days"
        label={t('plans.days')}
        description={t('plans.daysHint')}
        min={1}
        max={3660}
        allowDecimal={false}
      />
      <NumberField
        form={form}
        name="position"
        label={t('plans.position')}
        description={t('plans.positionHint')}
        min={0}
        max={1000}
        allowDecimal={false}
      />
      <SwitchField form={form} name="is_offered" label={t('plans.isOffered')} />
      <SwitchField form={form} name="is_trial" label={t('plans.isTrial')} description={t('plans.isTrialHint')} />
    </RowFormSheet>
  )
}

type PricesFieldProps = { prices: Record<string, number>; onChange: (prices: Record<string, number>) => void }

/** One price per currency. */
function PricesField({ prices, onChange }: PricesFieldProps) {
  const { t } = useTranslation()
  const missing = Intl.supportedValuesOf('currency').filter(code => !(code in prices))
  return (
    <fieldset className={styles.prices}>
      <legend className={styles.legend}>{t('plans.prices')}</legend>
      {Object.entries(prices).map(([currency, value]) => (
        <div key={currency} className={styles.price}>
          <NumberInput
            aria-label={t('plans.priceIn', { currency })}
            rightSection={currency}
            rightSectionWidth={56}
            min={0}
            value={value}
            onChange={(number, _, problem) => {
              if (problem === undefined) onChange({ ...prices, [currency]: Math.round((number ?? 0) * 100) / 100 })
            }}
          />
          <ActionIcon
            size={44}
            aria-label={t('plans.removePrice', { currency })}
            onClick={() => onChange(Object.fromEntries(Object.entries(prices).filter(([code]) => code !== currency)))}
          >
            <IconTrash size={20} />
          </ActionIcon>
        </div>
      ))}
      <Select
        aria-label={t('plans.addCurrency')}
        placeholder={t('plans.addCurrency')}
        searchable
        data={missing}
        value={null}
        onChange={currency => currency && onChange({ ...prices, [currency]: 0 })}
      />
    </fieldset>
  )
}

type LocalizedFieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  /** The language that is being written. */
  locale: Locale
  required?: boolean
  isLong?: boolean
}

/** A text in one of its languages; where that has none yet, another shows through. */
function LocalizedField<Values extends FieldValues>(props: LocalizedFieldProps<Values>) {
  const { form, name, label, locale, required, isLong } = props
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: required
      ? {
          validate: (text: LocalizedText) =>
            Object.values(text).some(words => words?.trim()) || t('problem.field.required'),
        }
      : {},
  })
  const text: LocalizedText = field.value
  const input = {
    ref: field.ref,
    label,
    required,
    error: fieldState.error?.message,
    lang: locale,
    dir: directionOf(locale),
    maxLength: 5_000,
    placeholder: textIn(text, locale, 'en').text,
    value: text[locale] ?? '',
    onBlur: field.onBlur,
    onChange(event: { currentTarget: { value: string } }) {
      const { [locale]: _, ...others } = text
      const words = event.currentTarget.value
      field.onChange(words ? { ...others, [locale]: words } : others)
    },
  }
  return isLong ? <Textarea {...input} autosize minRows={2} /> : <TextInput {...input} />
}

import { useQuery } from '@tanstack/react-query'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { limitedThings } from '#shared/companies/planRules.ts'
import type { CompanyPlan, Limits } from '#shared/companies/plans.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { currentFormats } from '../lib/format.ts'
import { ChoiceField, DayField, NumberField } from '../ui/fields/formFields.tsx'
import { NumberInput } from '../ui/fields/NumberInput.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { usePlanWords } from './PlanState.tsx'

type Values = {
  plan_id: string | null
  start_date: string | null
  end_date: string | null
  price: number | null
  limits: Limits
}

const valuesOf = (row: CompanyPlan | undefined): Values => ({
  plan_id: row ? String(row.plan_id) : null,
  start_date: row?.start_date ?? null,
  end_date: row?.end_date ?? null,
  price: row?.price ?? null,
  limits: row?.limits ?? { users: null, animals: null, forms: null, storage: null },
})

type Props = {
  companyId: number
  /** The row to change; without it a new one is opened. */
  row?: CompanyPlan
  /** The offer that the company chose. */
  wish?: number | undefined
  onClosed: () => void
  onSaved: () => void
}

/** Opens a plan for a company, with what the offer says where nothing else is said, or changes one. For admins. */
export function CompanyPlanForm({ companyId, row, wish, onClosed, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const words = usePlanWords()
  const offers = useQuery(api.plans.offers.query())
  const nameOf = (id: unknown) => {
    const offer = offers.data?.find(one => String(one.id) === String(id))
    return offer ? textIn(offer.name, toLocale(i18n.language), 'en').text : ''
  }
  const rowForm = useRowForm<Values, CompanyPlan>({
    name: `company_plan_${companyId}`,
    row,
    valuesOf: one => ({ ...valuesOf(one), ...(!one && wish !== undefined && { plan_id: String(wish) }) }),
    save({ plan_id, start_date, end_date, price, limits }, base) {
      const dates = { ...(start_date && { start_date }), ...(base || end_date ? { end_date } : {}) }
      if (base)
        return api.plans.update({
          id: companyId,
          company_plan_id: base.id,
          revision: base.revision,
          plan_id: Number(plan_id),
          ...dates,
          price,
          limits,
        })
      return api.plans.open({ id: companyId, plan_id: Number(plan_id), ...dates, ...(price !== null && { price }) })
    },
    onSaved() {
      onSaved()
      onClosed()
    },
  })
  const { form } = rowForm
  return (
    <RowFormSheet
      title={row ? t('plans.editRow') : t('plans.openRow')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'plan_id', label: t('plans.offer'), show: nameOf },
        { name: 'start_date', label: t('plans.startDate') },
        { name: 'end_date', label: t('plans.endDate') },
        { name: 'price', label: t('plans.price') },
        {
          name: 'limits',
          label: t('plans.limits'),
          show: limits => currentFormats().commas(words.limits(limits as Limits)),
        },
      ]}
    >
      <ChoiceField
        form={form}
        name="plan_id"
        label={t('plans.offer')}
        required
        choices={(offers.data ?? []).map(({ id }) => ({ value: String(id), label: nameOf(id) }))}
      />
      <DayField
        form={form}
        name="start_date"
        label={t('plans.startDate')}
        {...(!row && { description: t('plans.startHint') })}
      />
      <DayField
        form={form}
        name="end_date"
        label={t('plans.endDate')}
        description={row ? t('plans.endHint') : t('plans.endHintNew')}
      />
      <NumberField
        form={form}
        name="price"
        label={row ? t('plans.priceIn', { currency: row.currency }) : t('plans.price')}
        {...(!row && { description: t('plans.priceHint') })}
        min={0}
        allowDecimal
      />
      {row && <LimitFields form={form} name="limits" />}
    </RowFormSheet>
  )
}

const gigabyte = 1024 ** 3

type LimitFieldsProps<Values extends FieldValues> = { form: UseFormReturn<Values>; name: FieldPath<Values> }

/** How much a plan allows; an empty field is without a limit. Storage is asked for in gigabytes. */
export function LimitFields<Values extends FieldValues>({ form, name }: LimitFieldsProps<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control: form.control, name })
  const limits: Limits = field.value
  return limitedThings.map(thing => {
    const unit = thing === 'storage' ? gigabyte : 1
    const limit = limits[thing]
    return (
      <NumberInput
        key={thing}
        label={thing === 'storage' ? t('plans.storageInGigabytes') : t(`plans.things.${thing}`)}
        placeholder={t('plans.noLimit')}
        min={0}
        isWhole={thing !== 'storage'}
        error={thing === 'users' ? fieldState.error?.message : undefined}
        value={limit === null ? null : limit / unit}
        onBlur={field.onBlur}
        onChange={(number, _, problem) => {
          if (problem === undefined)
            field.onChange({ ...limits, [thing]: number === null ? null : Math.round(number * unit) })
        }}
      />
    )
  })
}

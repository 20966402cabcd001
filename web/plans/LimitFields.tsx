import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { limitedThings } from '#shared/companies/planRules.ts'
import type { Limits } from '#shared/companies/plans.ts'
import { NumberInput } from '../ui/fields/NumberInput.tsx'

const gigabyte = 1024 ** 3

type Props<Values extends FieldValues> = { form: UseFormReturn<Values>; name: FieldPath<Values> }

/** How much a plan allows; an empty field is without a limit. Storage is asked for in gigabytes. */
export function LimitFields<Values extends FieldValues>({ form, name }: Props<Values>) {
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

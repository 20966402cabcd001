import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { maxVerifyDays } from '#shared/lib/taskFields.ts'
import { NumberField } from '../../ui/fields/formFields.tsx'

/** After how many days somebody else is asked whether it helped. */
export function VerifyAfterField<Values extends FieldValues & { verify_after_days: number | null }>({
  form,
}: {
  form: UseFormReturn<Values>
}) {
  const { t } = useTranslation()
  return (
    <NumberField
      form={form}
      name={'verify_after_days' as Path<Values>}
      label={t('tasks.correction.verifyAfter')}
      description={t('tasks.correction.verifyAfterHelp')}
      min={1}
      max={maxVerifyDays}
      allowDecimal={false}
    />
  )
}

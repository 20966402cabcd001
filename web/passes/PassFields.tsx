/** The fields that passes and their templates share. */
import { Checkbox, Radio } from '@mantine/core'
import { type Control, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ReachInput } from '#shared/companies/contract.ts'
import { type PassKind, passKinds } from '#shared/passes/rules.ts'
import { isReachMissing } from '../members/queries.ts'
import { ReachSelect } from '../members/ReachSelect.tsx'

export type PassValues = {
  holder_name: string | null
  holder_office: string | null
  holder_email: string | null
  reach: ReachInput | null
  kinds: PassKind[]
  shows_names: boolean
  opens_papers: boolean
}

export const blankPass: PassValues = {
  ...{ holder_name: '', holder_office: null, holder_email: null, reach: null },
  ...{ kinds: [...passKinds], shows_names: false, opens_papers: false },
}

type Props<Values extends FieldValues> = { form: UseFormReturn<Values> }
/** Each form has these fields among others. */
const controlOf = <Values extends FieldValues & PassValues>({ control }: UseFormReturn<Values>) =>
  control as unknown as Control<PassValues>

export function ReachField<Values extends FieldValues & PassValues>({ form }: Props<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: controlOf(form),
    name: 'reach',
    rules: { validate: value => (isReachMissing(value) ? t('members.reachMissing') : true) },
  })
  return (
    <ReachSelect
      label={t('passes.reach')}
      value={field.value}
      onChange={field.onChange}
      whole={t('members.reachWhole')}
      error={fieldState.error?.message ?? null}
    />
  )
}

export function KindsField<Values extends FieldValues & PassValues>({ form }: Props<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: controlOf(form),
    name: 'kinds',
    rules: { validate: value => (value.length === 0 ? t('passes.kindsMissing') : true) },
  })
  return (
    <Checkbox.Group
      label={t('passes.records')}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      {passKinds.map(kind => (
        <Checkbox key={kind} value={kind} mt="xs" label={t(`passes.kinds.${kind}`)} />
      ))}
    </Checkbox.Group>
  )
}

export function NamesField<Values extends FieldValues & PassValues>({ form }: Props<Values>) {
  const { t } = useTranslation()
  const { field } = useController({ control: controlOf(form), name: 'shows_names' })
  const papers = useController({ control: controlOf(form), name: 'opens_papers' })
  return (
    <>
      <Radio.Group
        label={t('passes.names')}
        description={t('passes.namesHint')}
        value={field.value ? 'shown' : 'replaced'}
        onChange={value => field.onChange(value === 'shown')}
      >
        <Radio value="replaced" mt="xs" label={t('passes.namesReplaced')} />
        <Radio value="shown" mt="xs" label={t('passes.namesShown')} />
      </Radio.Group>
      {!field.value && (
        <Checkbox
          label={t('passes.papersOpen')}
          description={t('passes.papersHint')}
          checked={papers.field.value}
          onChange={event => papers.field.onChange(event.currentTarget.checked)}
        />
      )}
    </>
  )
}

import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FieldPath, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { allForms } from '../forms/queries.ts'
import { foldedOptions } from '../ui/fields/foldedOptions.ts'

/** The forms that become a newcomer's first tasks. */
export function StarterFormsField<Values extends { forms: number[] }>({ form }: { form: UseFormReturn<Values> }) {
  const { t, i18n } = useTranslation()
  const { field } = useController({ control: form.control, name: 'forms' as FieldPath<Values> })
  const forms = useQuery(allForms({ status: 'open', sort: 'name' }))
  const picked = field.value as number[]
  return (
    <MultiSelect
      label={t('invites.forms')}
      description={t('invites.formsHint')}
      searchable
      filter={foldedOptions}
      hidePickedOptions
      maxValues={20}
      nothingFoundMessage={t('common.nothingFound')}
      data={(forms.data ?? []).map(({ id, name, default_language }) => ({
        value: String(id),
        label: textIn(name, toLocale(i18n.language), default_language).text,
      }))}
      value={picked.map(String)}
      onChange={ids => field.onChange(ids.map(Number))}
    />
  )
}

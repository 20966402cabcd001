import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../lib/api.ts'

/** The forms that become a newcomer's first tasks. */
// biome-ignore lint/suspicious/noExplicitAny: any form with such a field
export function StarterFormsField({ form }: { form: UseFormReturn<any> }) {
  const { t, i18n } = useTranslation()
  const { field } = useController({ control: form.control, name: 'forms' })
  const forms = useQuery(api.forms.list.query({ status: 'open', per_page: 100, sort: 'name' }))
  const picked: number[] = field.value
  return (
    <MultiSelect
      label={t('invites.forms')}
      description={t('invites.formsHint')}
      searchable
      hidePickedOptions
      maxValues={20}
      nothingFoundMessage={t('common.nothingFound')}
      data={(forms.data?.data ?? []).map(({ id, name, default_language }) => ({
        value: String(id),
        label: textIn(name, toLocale(i18n.language), default_language).text,
      }))}
      value={picked.map(String)}
      onChange={ids => field.onChange(ids.map(Number))}
    />
  )
}

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { formsApi } from '../../forms/api.ts'
import type { TaskValues } from './taskValues.ts'

/** The form that is to be filled in; only open ones can be chosen. */
export function FormField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t, i18n } = useTranslation()
  const { field, fieldState } = useController({ control: form.control, name: 'form_id' })
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const id = field.value
  const chosen = useQuery({ ...formsApi.get.query({ id: id ?? 0 }), enabled: typeof id === 'number' })
  const nameOf = (row: { name: object; default_language: string } | undefined) =>
    row ? textIn(row.name, toLocale(i18n.language), toLocale(row.default_language)).text : ''
  const isChosenText = text === nameOf(chosen.data)
  const found = useQuery(
    formsApi.list.query({ status: 'open', sort: 'name', per_page: 25, ...(search && !isChosenText && { search }) }),
  )
  const rows = new Map([chosen.data, ...(found.data?.data ?? [])].map(row => [row?.id, nameOf(row)]))
  return (
    <Select
      ref={field.ref}
      onBlur={field.onBlur}
      label={t('tasks.form')}
      description={t('tasks.formHelp')}
      error={fieldState.error?.message}
      searchable
      clearable
      nothingFoundMessage={t('common.nothingFound')}
      data={[...rows].flatMap(([rowId, name]) => (rowId ? [{ value: String(rowId), label: name }] : []))}
      filter={({ options }) => options}
      value={typeof id === 'number' ? String(id) : null}
      onChange={value => {
        field.onChange(value === null ? null : Number(value))
        const row = found.data?.data.find(({ id }) => String(id) === value)
        if (row && isUnnamed(form.getValues())) {
          form.setValue('title', nameOf(row).slice(0, 200), { shouldDirty: true, shouldValidate: true })
          form.setValue('titles', row.name)
        }
      }}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

/** Nobody has written a title: there is none, or it is that of a form. */
const isUnnamed = ({ title, titles }: TaskValues) => !title.trim() || Object.values(titles ?? {}).includes(title)

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { TaskValues } from './taskValues.ts'

type Linked<Row> = {
  form: UseFormReturn<TaskValues>
  name: 'form_id' | 'guide_id'
  label: string
  description: string
  /** The row that is chosen. */
  useChosen: (id: number | null) => Row | undefined
  /** The first rows that fit what was typed. */
  useFound: (search: string) => Row[]
  textOf: (row: Row) => { text: object; default_language: string }
  onPicked?: (row: Row, name: string) => void
}

/** Something else that a task leads to: found by its name in the reader's language. */
export function LinkedField<Row extends { id: number }>(props: Linked<Row>) {
  const { form, name, label, description, useChosen, useFound, textOf, onPicked } = props
  const { t, i18n } = useTranslation()
  const { field, fieldState } = useController({ control: form.control, name })
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const chosen = useChosen(field.value)
  const nameOf = (row: Row | undefined) => {
    if (!row) return ''
    const { text: words, default_language } = textOf(row)
    return textIn(words, toLocale(i18n.language), toLocale(default_language)).text
  }
  const found = useFound(text === nameOf(chosen) ? '' : search)
  const rows = new Map([chosen, ...found].flatMap(row => (row ? [[row.id, nameOf(row)] as const] : [])))
  return (
    <Select
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      description={description}
      error={fieldState.error?.message}
      searchable
      clearable
      nothingFoundMessage={t('common.nothingFound')}
      data={[...rows].map(([id, name]) => ({ value: String(id), label: name }))}
      filter={({ options }) => options}
      value={field.value === null ? null : String(field.value)}
      onChange={value => {
        field.onChange(value === null ? null : Number(value))
        const row = found.find(({ id }) => String(id) === value)
        if (row) onPicked?.(row, nameOf(row))
      }}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { Select } from '../ui/floatingParts.tsx'

type Chosen = { id: number; name: string }
type Props = {
  label: string
  form: Chosen | undefined
  /** Those that are not offered. */
  without?: readonly number[]
  onChange: (form: Chosen | undefined) => void
}

/** Chooses a published form by its title. */
export function FormSelect({ label, form, without = [], onChange }: Props) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const found = useQuery(
    api.forms.list.query({
      status: 'open',
      sort: 'name',
      per_page: 25,
      ...(search && search !== form?.name && { search }),
    }),
  ).data
  const rows = new Map<string, string>(form && [[String(form.id), form.name]])
  for (const { id, name, default_language } of found?.data ?? [])
    if (!without.includes(id))
      rows.set(String(id), textIn(name, toLocale(i18n.language), toLocale(default_language)).text)
  return (
    <Select
      label={label}
      searchable
      nothingFoundMessage={t('common.nothingFound')}
      data={[...rows].map(([value, label]) => ({ value, label }))}
      filter={({ options }) => options}
      value={form ? String(form.id) : null}
      searchValue={text}
      onSearchChange={setText}
      onChange={value => onChange(value === null ? undefined : { id: Number(value), name: rows.get(value) ?? '' })}
    />
  )
}

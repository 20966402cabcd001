import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'

type Person = { id: number; name: string }
type Props = {
  label: string
  /** With it the field may stay empty. */
  placeholder?: string
  member: Person | undefined
  onChange: (member: Person | undefined) => void
  /** The person who chooses can be chosen too. */
  withSelf?: boolean
}

/** Chooses a colleague by a part of the name. */
export function MemberSelect({ label, placeholder, member, onChange, withSelf = false }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const isChosenText = text === member?.name
  const found = useQuery({
    ...api.companies.members.query({
      id: user?.company_id ?? 0,
      ...(!withSelf && { state: 'active' }),
      sort: 'name',
      per_page: 25,
      ...(search && !isChosenText && { search }),
    }),
    placeholderData: keepPreviousData,
  })
  const people = new Map<string, Person>()
  for (const one of [member, ...(found.data?.data ?? [])])
    if (one && (withSelf || one.id !== user?.id)) people.set(String(one.id), one)
  return (
    <Select
      label={label}
      placeholder={placeholder}
      required={placeholder === undefined}
      clearable={placeholder !== undefined}
      clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
      searchable
      nothingFoundMessage={t('common.nothingFound')}
      data={[...people].map(([value, { name }]) => ({ value, label: name }))}
      filter={({ options }) => options}
      value={member ? String(member.id) : null}
      onChange={value => onChange(value ? people.get(value) : undefined)}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

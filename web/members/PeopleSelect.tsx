import type { MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { MultiSelect } from '../ui/floatingParts.tsx'

/** The names of people of the company, in the order of their ids; of who is no member any more, that. */
export function usePeopleNames(ids: readonly number[]): { id: number; name: string }[] {
  const { t } = useTranslation()
  const company = useUser()?.company_id ?? 0
  const found = useQueries({ queries: ids.map(id => api.companies.member.query({ id: company, user_id: id })) })
  return found.flatMap(({ data, error }, at) => {
    const isFormer = error instanceof RequestError && error.status === 404
    return data || isFormer ? [{ id: ids[at] ?? 0, name: data?.name ?? t('users.former') }] : []
  })
}

type Props = Pick<MultiSelectProps, 'label' | 'description' | 'error' | 'onBlur'> & {
  ref?: Ref<HTMLInputElement>
  ids: readonly number[]
  /** Bound of chosen people. */
  most: number
  /** Who can be chosen: people at work who are no guests, or those of them whose role completes tasks. */
  offeredFor: 'work' | 'tasks'
  onChange: (ids: number[]) => void
}

/** Chooses several people of the company by a part of the name, which the server looks up. */
export function PeopleSelect({ ids, most, offeredFor, onChange, ...field }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [search] = useDebouncedValue(text.trim(), 250)
  const picked = usePeopleNames(ids)
  const asked = { id: useUser()?.company_id ?? 0, offered_for: offeredFor, sort: 'name', per_page: 25 } as const
  const found = useQuery({
    ...api.companies.members.query({ ...asked, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const people = new Map([...picked, ...(found.data?.data ?? [])].map(({ id, name }) => [String(id), name]))
  return (
    <MultiSelect
      {...field}
      searchable
      hidePickedOptions
      // Who was picked is seen in the field; the list would cover what comes next.
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      maxValues={most}
      nothingFoundMessage={t('common.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
      data={[...people].map(([value, label]) => ({ value, label }))}
      filter={({ options }) => options}
      // Who they are comes in a moment: until then nobody is called by a number.
      value={ids.map(String).filter(id => people.has(id))}
      onChange={chosen => {
        onChange([...ids.filter(id => !people.has(String(id))), ...chosen.map(Number)])
        setText('')
        setOpen(false)
      }}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

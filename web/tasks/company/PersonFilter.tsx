import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { useMarkedName } from '../../members/queries.ts'
import { LateSelect } from '../../ui/fields/LateSelect.tsx'
import { FilterChip } from '../../ui/list/FilterChip.tsx'
import { FilterPlace } from '../../ui/list/filterPlace.ts'
import type { List } from '../../ui/list/useList.ts'

/** Narrows a list to one person, found by name. */
export function PersonFilter<Row extends { user_id: number; user_name: string }>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const markedName = useMarkedName()
  const place = use(FilterPlace)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const chosen = list.search.user_id ? String(list.search.user_id) : null
  const shown = list.page?.data.find(row => String(row.user_id) === chosen)
  const isChosenText = text === shown?.user_name
  const members = useQuery({
    ...api.companies.members.query({ id, sort: 'name', per_page: 25, ...(search && !isChosenText && { search }) }),
    placeholderData: keepPreviousData,
  })
  const names = new Map(members.data?.data.map(member => [String(member.id), markedName(member)]))
  if (shown) names.set(String(shown.user_id), shown.user_name)
  if (place === 'chip') {
    const name = chosen && names.get(chosen)
    return name && <FilterChip text={name} onRemove={() => list.change({ user_id: undefined })} />
  }
  return (
    <LateSelect
      {...(place === 'sheet' ? { label: t('tasks.person') } : { 'aria-label': t('tasks.person') })}
      placeholder={t('tasks.everybody')}
      clearable
      clearButtonProps={{ 'aria-label': t('tasks.everybody') }}
      nothingFoundMessage={t('common.nothingFound')}
      data={[...names].map(([value, label]) => ({ value, label }))}
      filter={({ options }) => options}
      value={chosen}
      onChange={value => list.change({ user_id: value ?? undefined })}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { useAbility } from '../../lib/ability.tsx'
import { registerApis } from '../../subjects/registerApis.ts'
import { foldedOptions } from '../../ui/fields/foldedOptions.ts'
import { FilterChip } from '../../ui/list/FilterChip.tsx'
import { FilterPlace } from '../../ui/list/filterPlace.ts'
import { useCalendarSearch } from './useCalendarSearch.ts'

type Row = { id: number; name: string }

/** Narrows the calendar to one place, group, animal or vehicle. */
export function SubjectFilter() {
  const { t } = useTranslation()
  const { subject, change } = useCalendarSearch()
  const can = useAbility()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const input = { sort: 'name', per_page: 10, ...(search && { search }) } as const
  const found = useQueries({
    queries: subjectTypes.map(type => ({
      ...(registerApis[type].list.query(input) as unknown as UseQueryOptions<Page<Row>>),
      placeholderData: keepPreviousData,
      enabled: can('read', registry[type].subject),
    })),
  })
  const place = use(FilterPlace)
  if (place === 'chip') {
    const rows = subject ? found[subjectTypes.indexOf(subject.type)]?.data?.data : undefined
    const name = rows?.find(({ id }) => id === subject?.id)?.name ?? t('tasks.subjects')
    return subject && <FilterChip text={name} onRemove={() => change({ subject: '' })} />
  }
  return (
    <Select
      {...(place === 'sheet' ? { label: t('tasks.subjects') } : { 'aria-label': t('tasks.subjects') })}
      placeholder={t('tasks.calendar.allSubjects')}
      searchable
      filter={foldedOptions}
      clearable
      clearButtonProps={{ 'aria-label': t('tasks.calendar.allSubjects') }}
      nothingFoundMessage={t('common.nothingFound')}
      data={subjectTypes.map((type, index) => ({
        group: t(`tasks.subjectTypes.${type}`),
        items: found[index]?.data?.data.map(({ id, name }) => ({ value: `${type}-${id}`, label: name })) ?? [],
      }))}
      value={subject ? `${subject.type}-${subject.id}` : null}
      onChange={value => change({ subject: value ?? '' })}
      onSearchChange={setText}
    />
  )
}

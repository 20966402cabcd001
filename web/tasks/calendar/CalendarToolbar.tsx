import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { taskKinds } from '#shared/tasks/rules.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { useMarkedName } from '../../members/queries.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { registerApis } from '../../subjects/registerApis.ts'
import { foldedOptions } from '../../ui/fields/foldedOptions.ts'
import { FilterChip, FilterPlace, Filters } from '../../ui/list/Filters.tsx'
import styles from './Calendar.module.css'
import { calendarViews } from './range.ts'
import { endingSources, useCalendarSearch } from './useCalendarSearch.ts'

/** The buttons for dates and views, and the filters of the calendar; all of it is in the address. */
export function CalendarToolbar({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const { view, date, change, step } = useCalendarSearch()
  const title = format.day(date, view === 'day' ? { dateStyle: 'full' } : { month: 'long', year: 'numeric' })
  return (
    <div className={styles.toolbar}>
      <div className={styles.steps}>
        <ActionIcon variant="default" size={44} aria-label={t('tasks.calendar.back')} onClick={() => step(-1)}>
          <IconChevronLeft size={20} className={styles.arrow} />
        </ActionIcon>
        <ActionIcon variant="default" size={44} aria-label={t('tasks.calendar.forth')} onClick={() => step(1)}>
          <IconChevronRight size={20} className={styles.arrow} />
        </ActionIcon>
        <Button variant="default" h={44} onClick={() => change({ date: '' })}>
          {t('tasks.calendar.today')}
        </Button>
        <h2 className={styles.month} aria-live="polite">
          {title}
        </h2>
      </div>
      <SegmentedControl
        aria-label={t('tasks.views')}
        data={calendarViews.map(value => ({ value, label: t(`tasks.calendar.views.${value}`) }))}
        value={view}
        onChange={value => change({ view: value })}
      />
      <div className={styles.filters}>
        <Filters>
          {!isOwn && <PersonChoice />}
          <SubjectFilter />
          <KindFilter />
        </Filters>
      </div>
    </div>
  )
}

type EndingSource = (typeof endingSources)[number]
const endingNames = { withhold: 'animalEvents.heldTitle', paper: 'tasks.calendar.endingCertificates' } as const
const readOf = { withhold: 'Animal', paper: 'Paper' } as const

function KindFilter() {
  const { t } = useTranslation()
  const { kind, only, change } = useCalendarSearch()
  const can = useAbility()
  const place = use(FilterPlace)
  if (place === 'chip')
    return (
      (kind || only) && (
        <FilterChip
          text={kind ? t(`tasks.kinds.${kind}`) : t(endingNames[only as EndingSource])}
          onRemove={() => change({ kind: '' })}
        />
      )
    )
  const offered = endingSources.filter(source => can('read', readOf[source]))
  return (
    <Select
      label={t('tasks.kind')}
      placeholder={t('tasks.calendar.allKinds')}
      clearable
      clearButtonProps={{ 'aria-label': t('tasks.calendar.allKinds') }}
      data={[
        ...taskKinds.map(value => ({ value, label: t(`tasks.kinds.${value}`) })),
        ...offered.map(value => ({ value, label: t(endingNames[value]) })),
      ]}
      value={kind ?? only ?? null}
      onChange={value => change({ kind: value ?? '' })}
    />
  )
}

function PersonChoice() {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const { user_id, change } = useCalendarSearch()
  const markedName = useMarkedName()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const members = useQuery({
    ...api.companies.members.query({ id, sort: 'name', per_page: 25, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const people = members.data?.data.map(member => ({ value: String(member.id), label: markedName(member) })) ?? []
  const place = use(FilterPlace)
  if (place === 'chip') {
    const name = people.find(({ value }) => value === String(user_id))?.label ?? t('tasks.person')
    return user_id && <FilterChip text={name} onRemove={() => change({ user_id: '' })} />
  }
  return (
    <Select
      label={t('tasks.person')}
      placeholder={t('tasks.everybody')}
      searchable
      filter={foldedOptions}
      clearable
      clearButtonProps={{ 'aria-label': t('tasks.everybody') }}
      nothingFoundMessage={t('common.nothingFound')}
      data={people}
      value={user_id ? String(user_id) : null}
      onChange={value => change({ user_id: value ?? '' })}
      onSearchChange={setText}
    />
  )
}

type Row = { id: number; name: string }

/** Narrows the calendar to one place, group, animal or vehicle. */
function SubjectFilter() {
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
      label={t('tasks.subjects')}
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

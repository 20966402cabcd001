import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { tagReader } from '../../answers/scanning/tagReader.ts'
import { useAbility } from '../../lib/ability.tsx'
import { registerApis } from '../../subjects/registerApis.ts'
import { PickManyField } from '../../ui/fields/PickManyField.tsx'
import type { TaskValues } from './taskValues.ts'

type Row = Pick<NamedSubject, 'id' | 'name' | 'status'> & { identifier?: string | null; plate?: string | null }

/** What the task is about: rows of every register, found by name, ear tag or plate. */
export function SubjectsField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const can = useAbility()
  const input = { sort: 'name', per_page: 10, ...(search && { search }) } as const
  const found = useQueries({
    queries: subjectTypes.map(type => ({
      ...(registerApis[type].list.query(input) as unknown as UseQueryOptions<Page<Row>>),
      placeholderData: keepPreviousData,
      enabled: can('read', registry[type].subject),
    })),
  })
  return (
    <PickManyField
      form={form}
      name="subjects"
      label={t('tasks.subjects')}
      description={t('tasks.subjectsHelp')}
      groups={subjectTypes.map((type, index) => ({
        name: t(`tasks.subjectTypes.${type}`),
        items: subjectsOf(type, found[index]?.data?.data),
      }))}
      keyOf={({ type, id }) => `${type} ${id}`}
      nameOf={({ name }) => name}
      // Nobody is sent off with a vehicle at stop; the server refuses it too.
      reasonAgainst={({ type, status }) =>
        type === 'vehicle' && status?.state === 'stop' ? t('tasks.vehicleStopped') : undefined
      }
      search={text}
      onSearch={setText}
      onKeyDown={tagReader({
        // Whether a vehicle can be sent off is not among the names of vehicles.
        types: subjectTypes.filter(type => type !== 'vehicle' && can('read', registry[type].subject)),
        pick: ({ type, id, name, mark = null }) => {
          const others = form.getValues('subjects').filter(one => one.type !== type || one.id !== id)
          form.setValue('subjects', [...others, ...subjectsOf(type, [{ id, name, identifier: mark, status: null }])], {
            shouldDirty: true,
          })
          setText('')
        },
      })}
    />
  )
}

const subjectsOf = (type: SubjectType, rows: Row[] = []): NamedSubject[] =>
  rows.map(({ id, name, identifier, plate, status }) => {
    const mark = identifier ?? plate
    return { type, id, name: mark ? `${name} (${mark})` : name, status }
  })

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { registerApis } from '../../subjects/registerApis.ts'
import { PickManyField } from '../../ui/fields/PickManyField.tsx'
import type { PickedRow, PickedSubject, ReportValues } from './values.ts'

type Form = { form: UseFormReturn<ReportValues & { id?: number }> }

/** Only submissions about these rows of the registers. */
export function SubjectsField({ form }: Form) {
  const { t } = useTranslation()
  const can = useAbility()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const input = { sort: 'name', per_page: 10, ...(search && { search }) } as const
  const found = useQueries({
    queries: subjectTypes.map(type => ({
      ...(registerApis[type].list.query(input) as unknown as UseQueryOptions<Page<PickedRow>>),
      placeholderData: keepPreviousData,
      enabled: can('read', registry[type].subject),
    })),
  })
  return (
    <PickManyField<ReportValues & { id?: number }, PickedSubject>
      form={form}
      name="subjects"
      label={t('tasks.subjects')}
      groups={subjectTypes.map((type, index) => ({
        name: t(`reports.registers.${type}`),
        items: found[index]?.data?.data.map(({ id, name }) => ({ type, id, name })) ?? [],
      }))}
      keyOf={({ type, id }) => `${type} ${id}`}
      nameOf={({ name }) => name}
      search={text}
      onSearch={setText}
    />
  )
}

/** Only submissions by these people. */
export function PeopleField({ form }: Form) {
  const { t } = useTranslation()
  const can = useAbility()
  const id = useUser()?.company_id ?? 0
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const members = useQuery({
    ...api.companies.members.query({ id, sort: 'name', per_page: 25, ...(search && { search }) }),
    placeholderData: keepPreviousData,
    enabled: id > 0 && can('read', 'Member'),
  })
  return (
    <PickManyField<ReportValues & { id?: number }, PickedRow>
      form={form}
      name="people"
      label={t('reports.people')}
      groups={[
        {
          name: t('reports.people'),
          items: members.data?.data.map(member => ({ id: member.id, name: member.name })) ?? [],
        },
      ]}
      keyOf={person => String(person.id)}
      nameOf={({ name }) => name}
      search={text}
      onSearch={setText}
    />
  )
}

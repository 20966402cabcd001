import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { textHolds } from '#shared/lib/searching.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { PickManyField } from '../../ui/fields/PickManyField.tsx'
import { type Assignee, keyOfAssignee, taskRoles, useAssigneeName } from './assignees.ts'
import type { TaskValues } from './taskValues.ts'

/** Who gets the task: people by name, everyone with a role, or whoever is responsible for a place. */
export function AssigneesField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const nameOf = useAssigneeName()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const members = useQuery({
    ...api.companies.members.query({ id, offered_for: 'tasks', sort: 'name', per_page: 25, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const places = useQuery({
    ...api.locations.list.query({ sort: 'name', per_page: 25, is_looked_after: true, ...(search && { search }) }),
    placeholderData: keepPreviousData,
    enabled: useAbility()('read', 'Location'),
  })
  const looked = places.data?.data.map(({ id, name }): Assignee => ({ location_id: id, name })) ?? []
  const roles = taskRoles.map((role_id): Assignee => ({ role_id }))
  const people = members.data?.data.map((member): Assignee => ({ user_id: member.id, name: member.name })) ?? []
  return (
    <PickManyField
      form={form}
      name="assignees"
      label={t('tasks.assignees')}
      required
      groups={[
        { name: t('tasks.people'), items: people },
        { name: t('tasks.everyone'), items: roles.filter(role => textHolds(nameOf(role), search)) },
        { name: t('tasks.responsible'), items: looked },
      ]}
      keyOf={keyOfAssignee}
      nameOf={nameOf}
      search={text}
      onSearch={setText}
    />
  )
}

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { companiesApi } from '../../companies/api.ts'
import { useUser } from '../../lib/session/session.ts'
import { PickManyField } from '../../ui/fields/PickManyField.tsx'
import { type Assignee, taskRoles, useAssigneeName } from './assignees.ts'
import type { TaskValues } from './taskValues.ts'

/** Who gets the task: people by name, or everyone with a role. */
export function AssigneesField({ form }: { form: UseFormReturn<TaskValues> }) {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const nameOf = useAssigneeName()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const members = useQuery({
    ...companiesApi.members.query({ id, offered_for: 'tasks', sort: 'name', per_page: 25, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const roles: Assignee[] = taskRoles.map(role_id => ({ role_id }))
  const wanted = search.toLocaleLowerCase()
  const people = members.data?.data.map((member): Assignee => ({ user_id: member.id, name: member.name })) ?? []
  return (
    <PickManyField
      form={form}
      name="assignees"
      label={t('tasks.assignees')}
      required
      groups={[
        { name: t('tasks.people'), items: people },
        { name: t('tasks.everyone'), items: roles.filter(role => nameOf(role).toLocaleLowerCase().includes(wanted)) },
      ]}
      keyOf={assignee => ('user_id' in assignee ? `user ${assignee.user_id}` : `role ${assignee.role_id}`)}
      nameOf={nameOf}
      search={text}
      onSearch={setText}
    />
  )
}

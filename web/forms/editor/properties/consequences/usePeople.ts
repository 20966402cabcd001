import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/forms/consequences.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { roles as standard } from '#shared/lib/roles.ts'
import { api } from '../../../../api.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { useReading } from '../../ReadingContext.tsx'
import { useElementNames } from '../useElementNames.ts'

type People = { group: string; items: { value: string; label: string }[] }[]

/** So many people stand in the list by name; where there are more, a search finds them. */
const named = 100

/** All whom a form can give a task or tell something, by what they are; `isMore` where not everybody is among them by name. */
export function usePeople(): { groups: People; isMore: boolean } {
  const { t } = useTranslation()
  const { definition } = useReading()
  const nameOf = useElementNames()
  const company = useUser()?.company_id ?? 0
  const members = useQuery(
    api.companies.members.query({ id: company, offered_for: 'work', sort: 'name', per_page: named }),
  ).data
  const ownRoles = useQuery(api.roles.list.query({ per_page: 100 })).data?.data ?? []
  const roles = [
    { id: standard.employee, name: t('tasks.roles.employees') },
    { id: standard.manager, name: t('tasks.roles.managers') },
    ...ownRoles,
  ]
  const asked = questionsOf(definition).filter(({ type }) => type === 'user')
  const groups = [
    {
      group: t('formProperties.people.parts'),
      items: (['submitter', 'manager'] as const).map(one => ({
        value: one as string,
        label: t(`formProperties.assignees.${one}`),
      })),
    },
    {
      group: t('formProperties.people.answers'),
      items: asked.map(({ id }) => ({ value: `answer_of:${id}`, label: nameOf(id) })),
    },
    {
      group: t('formProperties.people.roles'),
      items: roles.map(({ id, name }) => ({ value: `role_id:${id}`, label: name })),
    },
    {
      group: t('formProperties.people.names'),
      items: members?.data.map(({ id, name }) => ({ value: `user_id:${id}`, label: name })) ?? [],
    },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isMore: (members?.meta.total ?? 0) > named }
}

/** What a person is found by among them. */
export function keyOf(person: Person): string {
  if (typeof person === 'string') return person
  const [[kind, id] = []] = Object.entries(person)
  return `${kind}:${id}`
}

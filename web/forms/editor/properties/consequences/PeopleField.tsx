import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/forms/consequences.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { roles as standard } from '#shared/lib/roles.ts'
import { api } from '../../../../api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { MemberSelect } from '../../../../members/MemberSelect.tsx'
import { usePeopleNames } from '../../../../members/PeopleSelect.tsx'
import { useElementNames, useReading } from '../../EditingContext.tsx'
import styles from '../Properties.module.css'

type Props = { people: Person[]; errorAt: (index: number) => string | undefined; onChange: (people: Person[]) => void }

/** Several who are told; there is always one. */
export function PeopleField({ people, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.items}>
      {people.map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same person may stand there twice while one is being chosen
        <div key={index} className={styles.beside}>
          <PersonField
            label={t('formProperties.toldNumber', { number: format.number(index + 1) })}
            value={person}
            error={errorAt(index)}
            onChange={next => next && onChange(people.with(index, next))}
          />
          {people.length > 1 && (
            <ActionIcon
              aria-label={t('formProperties.removeTold', { number: format.number(index + 1) })}
              title={t('formEditor.remove')}
              onClick={() => onChange(people.toSpliced(index, 1))}
            >
              <IconTrash size={20} />
            </ActionIcon>
          )}
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={18} />}
          disabled={people.length >= 20}
          onClick={() => onChange([...people, people.includes('manager') ? 'submitter' : 'manager'])}
        >
          {t('formProperties.addTold')}
        </Button>
      </div>
    </div>
  )
}

type PersonFieldProps = {
  label: string
  field?: string
  value: Person | undefined
  /** What it is called where nobody is meant; without it somebody always is. */
  none?: string
  /** Anybody but the person who did the task, where that can be meant. */
  other?: { label: string; isChosen: boolean; onChosen: () => void }
  error?: string | undefined
  onChange: (person: Person | undefined) => void
}

/** Someone by what they are to the form, by their role or name, or by the answer to a question. */
export function PersonField({ label, field, value, none, other, error, onChange }: PersonFieldProps) {
  const { t } = useTranslation()
  const { groups, isMore } = usePeople()
  const key = other?.isChosen ? 'other' : value === undefined ? '' : keyOf(value)
  const nobody = none === undefined ? [] : [{ value: '', label: none }]
  const somebodyElse = other === undefined ? [] : [{ value: 'other', label: other.label }]
  const isListed = key === '' || key === 'other' || groups.some(({ items }) => items.some(item => item.value === key))
  // People who are not in the list by name are shown below it, where there is more than a list.
  const unlisted = { value: key, label: t(isMore ? 'formProperties.people.names' : 'formProperties.assignees.chosen') }
  const user = typeof value === 'object' && 'user_id' in value ? value.user_id : undefined
  return (
    <div data-field={field}>
      <NativeSelect
        label={label}
        error={error}
        value={key}
        data={[...nobody, ...somebodyElse, ...(isListed ? [] : [unlisted]), ...groups]}
        onChange={({ currentTarget: { value: chosen } }) => {
          if (chosen === 'other') other?.onChosen()
          else onChange(chosen ? personOf(chosen) : undefined)
        }}
      />
      {isMore && <PersonSearch chosen={isListed ? undefined : user} onChange={user_id => onChange({ user_id })} />}
    </div>
  )
}

function personOf(key: string): Person {
  const [kind, id = ''] = key.split(/:(.*)/s)
  if (kind === 'answer_of') return { answer_of: id }
  if (kind === 'role_id') return { role_id: Number(id) }
  return kind === 'user_id' ? { user_id: Number(id) } : kind === 'submitter' ? 'submitter' : 'manager'
}

type People = { group: string; items: { value: string; label: string }[] }[]

/** People listed by name; where there are more, a search finds them. */
const named = 100

/**
 * All whom a form can give a task or tell something, by what they are; `isMore` where not everybody is among them by
 * name.
 */
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

type PersonSearchProps = { chosen: number | undefined; onChange: (id: number) => void }

/** Somebody by a part of their name, in a company with more people than a list has room for. */
function PersonSearch({ chosen, onChange }: PersonSearchProps) {
  const { t } = useTranslation()
  const [member] = usePeopleNames(chosen === undefined ? [] : [chosen])
  return (
    <MemberSelect
      label={t('formProperties.people.names')}
      placeholder={t('common.search')}
      withSelf
      member={member}
      onChange={found => found && onChange(found.id)}
    />
  )
}

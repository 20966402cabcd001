import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/forms/consequences.ts'
import { lazyPart } from '../../../../ui/lazyPart.tsx'
import { keyOf, usePeople } from './usePeople.ts'

const PersonSearch = lazyPart(() => import('./PersonSearch.tsx').then(part => part.PersonSearch))

type Props = {
  label: string
  field?: string
  value: Person | undefined
  /** What it is called where nobody is meant; without it somebody always is. */
  none?: string
  error?: string | undefined
  onChange: (person: Person | undefined) => void
}

/** Someone by what they are to the form, by their role or name, or by the answer to a question. */
export function PersonField({ label, field, value, none, error, onChange }: Props) {
  const { t } = useTranslation()
  const { groups, isMore } = usePeople()
  const key = value === undefined ? '' : keyOf(value)
  const nobody = none === undefined ? [] : [{ value: '', label: none }]
  const isListed = key === '' || groups.some(({ items }) => items.some(item => item.value === key))
  // Whoever is not in the list by name is named below it, where there is more than a list.
  const unlisted = { value: key, label: t(isMore ? 'formProperties.people.names' : 'formProperties.assignees.chosen') }
  const user = typeof value === 'object' && 'user_id' in value ? value.user_id : undefined
  return (
    <div data-field={field}>
      <NativeSelect
        label={label}
        error={error}
        value={key}
        data={[...nobody, ...(isListed ? [] : [unlisted]), ...groups]}
        onChange={event => onChange(event.currentTarget.value ? personOf(event.currentTarget.value) : undefined)}
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

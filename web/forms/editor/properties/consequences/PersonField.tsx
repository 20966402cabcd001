import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/forms/consequences.ts'
import { keyOf, usePeople } from './usePeople.ts'

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
  const groups = usePeople()
  const key = value === undefined ? '' : keyOf(value)
  const nobody = none === undefined ? [] : [{ value: '', label: none }]
  const isKnown = key === '' || groups.some(({ items }) => items.some(item => item.value === key))
  return (
    <div data-field={field}>
      <NativeSelect
        label={label}
        error={error}
        value={key}
        data={[...nobody, ...(isKnown ? [] : [{ value: key, label: t('formProperties.assignees.chosen') }]), ...groups]}
        onChange={event => onChange(event.currentTarget.value ? personOf(event.currentTarget.value) : undefined)}
      />
    </div>
  )
}

function personOf(key: string): Person {
  const [kind, id = ''] = key.split(/:(.*)/s)
  if (kind === 'answer_of') return { answer_of: id }
  if (kind === 'role_id') return { role_id: Number(id) }
  return kind === 'user_id' ? { user_id: Number(id) } : kind === 'submitter' ? 'submitter' : 'manager'
}

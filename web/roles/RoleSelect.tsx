import { NativeSelect } from '@mantine/core'
import { useGivableRoles } from './queries.ts'

type Props = {
  label: string
  description?: string
  value: number
  onChange: (roleId: number) => void
  /** Roles that cannot be chosen here. */
  except?: readonly number[]
  disabled?: boolean
}

/** Chooses one of the company's roles. */
export function RoleSelect({ label, description, value, onChange, except = [], disabled }: Props) {
  const choices = useGivableRoles().filter(({ id }) => !except.includes(id))
  return (
    <NativeSelect
      label={label}
      description={description}
      disabled={disabled}
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value)}
      onChange={event => onChange(Number(event.currentTarget.value))}
    />
  )
}

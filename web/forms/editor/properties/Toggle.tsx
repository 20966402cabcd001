import { Switch } from '@mantine/core'

type Props = {
  label: string
  field?: string
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  help?: string
}

/** Something that is or is not. */
export function Toggle({ label, field, checked, onChange, error, help }: Props) {
  return (
    <div data-field={field}>
      <Switch
        label={label}
        description={help}
        error={error}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}

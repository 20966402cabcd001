import { Switch } from '@mantine/core'

type Props = {
  label: string
  /** What one will see. */
  hint: string
  /** Why it cannot be chosen at the moment; said in place of the hint. */
  unavailable?: string | undefined
  isOn: boolean
  onTurn: (isOn: boolean) => void
}

/** Something about the looks that is on or off. */
export const LookSwitch = ({ label, hint, unavailable, isOn, onTurn }: Props) => (
  <Switch
    label={label}
    description={unavailable ?? hint}
    disabled={unavailable !== undefined}
    checked={isOn}
    onChange={event => onTurn(event.currentTarget.checked)}
    size="md"
  />
)

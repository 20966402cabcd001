import { NumberInput } from '../../../ui/fields/NumberInput.tsx'

type Props = {
  label: string
  field: string
  value: number | undefined
  /** Undefined when the field was emptied. */
  onChange: (value: number | undefined) => void
  error?: string | undefined
  min?: number
  max?: number
  suffix?: string
  help?: string
}

/** A figure of a question's properties. Anything else, or a figure out of bounds, is refused with words. */
export function FigureField({ label, field, value, onChange, error, min, max, suffix, help }: Props) {
  return (
    <div data-field={field}>
      <NumberInput
        label={label}
        description={help}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rightSection={suffix}
        error={error}
        min={min}
        max={max}
        value={value}
        onChange={(number, _, problem) => problem === undefined && onChange(number ?? undefined)}
      />
    </div>
  )
}

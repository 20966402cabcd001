import { useState } from 'react'
import { TimeField } from './TimeField.tsx'

type Props = {
  label: string
  description?: string
  /** HH:MM, or nothing. */
  kept: string | null
  /** Called when the field is left with another time. */
  onKeep: (time: string | null) => void
}

/** A time that is kept as soon as somebody leaves its field: in settings that have no button to save. */
export function KeptTimeField({ kept, onKeep, ...rest }: Props) {
  const [time, setTime] = useState(kept ?? '')
  return (
    <TimeField
      {...rest}
      value={time}
      onChange={setTime}
      onBlur={() => {
        if ((time || null) !== kept) onKeep(time || null)
      }}
    />
  )
}

import { useFormat } from '../../lib/format.ts'

type LocalTimeProps = {
  value: string
  /** How much is said: the day, day and time, the time, or how long ago. Whoever points at it reads all. */
  as?: 'date' | 'dateTime' | 'time' | 'relative'
}

/** A moment in the reader's language and time zone. */
export function LocalTime({ value, as = 'dateTime' }: LocalTimeProps) {
  const format = useFormat()
  return (
    <time dateTime={value} title={format.dateTime(value)}>
      {format[as](value)}
    </time>
  )
}

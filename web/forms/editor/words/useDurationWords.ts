import { useFormat } from '../../../lib/format.ts'

const units: Record<string, string> = { W: 'week', D: 'day', TH: 'hour', TM: 'minute' }

/** A duration of one unit ("PT4H") as people say it, "4 hours"; any other as it is written. */
export function useDurationWords(): (duration: string) => string {
  const format = useFormat()
  return duration => {
    const [, time = '', count, sign = ''] = /^P(T?)(\d+)([WDHM])$/.exec(duration) ?? []
    const unit = units[time + sign]
    return unit ? format.number(Number(count), { style: 'unit', unit, unitDisplay: 'long' }) : duration
  }
}

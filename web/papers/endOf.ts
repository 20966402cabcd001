import { tellDays } from '#shared/papers/paperKinds.ts'

/** Whether a paper holds, ends soon or has ended, by the clock of this device. It holds until the end of its last day. */
export function endOf(validUntil: string, now: Date): 'holds' | 'soon' | 'ended' {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  const left = (Date.parse(validUntil) - today) / 86_400_000
  return left < 0 ? 'ended' : left <= Math.max(...tellDays) ? 'soon' : 'holds'
}

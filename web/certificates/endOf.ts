import { tellDays } from '#shared/certificates/rules.ts'

/** Whether a paper holds, ends soon or has ended, by the day that it is at the company. It holds until the end of its last day. */
export function endOf(validUntil: string, today: string): 'holds' | 'soon' | 'ended' {
  const left = (Date.parse(validUntil) - Date.parse(today)) / 86_400_000
  return left < 0 ? 'ended' : left <= Math.max(...tellDays) ? 'soon' : 'holds'
}

/** A rule whose occurrences fall some days later: dragged in a calendar, Monday and Thursday become Tuesday and Friday. */
import { invalidField } from '#shared/lib/problem.ts'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Throws a 422 for a rule that has no such brother: what is meant by the first Monday, a day later, is for people to say. */
export function shiftedRule(recurrence: string, days: number): string {
  if (days === 0) return recurrence
  return recurrence
    .split(';')
    .map(part => shiftedPart(part, days))
    .join(';')
}

function shiftedPart(part: string, days: number): string {
  const [name, value = ''] = part.split('=')
  if (name === 'BYDAY' && /^(?:[A-Z]{2},?)+$/.test(value))
    return `BYDAY=${value
      .split(',')
      .map(day => weekdays[(((weekdays.indexOf(day) + days) % 7) + 7) % 7])
      .join(',')}`
  if (name === 'BYMONTHDAY' && /^\d+$/.test(value) && Number(value) + days >= 1 && Number(value) + days <= 28)
    return `BYMONTHDAY=${Number(value) + days}`
  if (name?.startsWith('BY') && name !== 'BYHOUR' && name !== 'BYMINUTE')
    throw invalidField('recurrence', 'cannot_be_moved')
  return part
}

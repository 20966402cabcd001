/**
 * Which recurrence rules tend takes: those of RFC 5545 without the `RRULE:` in front, no finer than hours, so that a series has at most 24
 * occurrences on a day. What the rule means is worked out by the server alone (server/tasks/recurrence/recurrence.ts).
 */
import { z } from 'zod'
import { forbiddenPart } from './rule.ts'

const frequencies = 'YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY'
const day = '[+-]?\\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)'
const list = (item: string) => `${item}(?:,${item}){0,40}`
/** A day means the whole of it, a moment is in UTC. */
const moment = '\\d{8}(?:T\\d{6}Z)?'

const part = [
  `FREQ=(?:${frequencies})`,
  'INTERVAL=[1-9]\\d{0,3}',
  'COUNT=[1-9]\\d{0,3}',
  `UNTIL=${moment}`,
  `BYDAY=${list(day)}`,
  `BYMONTH=${list('\\d{1,2}')}`,
  `BYMONTHDAY=${list('-?\\d{1,2}')}`,
  `BYYEARDAY=${list('-?\\d{1,3}')}`,
  `BYWEEKNO=${list('-?\\d{1,2}')}`,
  `BYSETPOS=${list('-?\\d{1,3}')}`,
  `BYHOUR=${list('\\d{1,2}')}`,
  'BYMINUTE=\\d{1,2}',
  'WKST=(?:MO|TU|WE|TH|FR|SA|SU)',
].join('|')

const shape = new RegExp(`^(?:${part})(?:;(?:${part}))*$`)

/** `FREQ=WEEKLY;BYDAY=MO,TH`. */
export const Recurrence = z
  .string()
  .trim()
  .toUpperCase()
  .max(300)
  .superRefine((text, context) => {
    if (!isRule(text)) return context.addIssue({ code: 'custom', params: { code: 'not_a_recurrence' } })
    const part = forbiddenPart(text)
    if (part) context.addIssue({ code: 'custom', params: { code: 'recurrence_part', part } })
  })
  .meta({ id: 'Recurrence' })

/** Each part once, a frequency among them, and not both ends. */
function isRule(text: string): boolean {
  if (!shape.test(text)) return false
  const names = text.split(';').map(each => each.split('=')[0])
  return (
    new Set(names).size === names.length &&
    names.includes('FREQ') &&
    !(names.includes('COUNT') && names.includes('UNTIL'))
  )
}

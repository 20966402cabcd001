/**
 * Which recurrence rules tend takes: those of RFC 5545 without the `RRULE:` in front, no finer than hours, so that a
 * series has at most 24 occurrences on a day. What the rule means is worked out by the server alone
 * (server/tasks/recurrence/recurrence.ts).
 */
import { z } from 'zod'

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

// The parts of an RFC 5545 recurrence rule, and which of them its section 3.3.10 forbids. Apart from the contract, so
// that the browser needs no schemas.

/** The values that a part may have; 0 counts nothing and is never one of them. */
const ranges: Record<string, { least: number; most: number }> = {
  BYMONTH: { least: 1, most: 12 },
  BYMONTHDAY: { least: -31, most: 31 },
  BYYEARDAY: { least: -366, most: 366 },
  BYWEEKNO: { least: -53, most: 53 },
  BYSETPOS: { least: -366, most: 366 },
}
const clock: Record<string, number> = { BYHOUR: 23, BYMINUTE: 59 }

/** With which frequencies a part says nothing that RFC 5545 knows. */
const misplaced: Record<string, string[]> = {
  BYWEEKNO: ['MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'],
  BYYEARDAY: ['MONTHLY', 'WEEKLY', 'DAILY'],
  BYMONTHDAY: ['WEEKLY'],
}

export type Parts = Map<string, string>

/** `FREQ=DAILY;BYHOUR=5,17` by the names of its parts. */
export const partsOfRule = (recurrence: string): Parts =>
  new Map(recurrence.split(';').map(part => part.split('=') as [string, string]))

/** A part as a rule may say it: without the values that do not exist. Null where none is left. */
export function lawfulPart(name: string, value: string, parts: Parts): string | null {
  const values = value.split(',').filter(one => isLawful(name, one, parts))
  return values.length > 0 ? [...new Set(values)].join(',') : null
}

function isLawful(name: string, value: string, parts: Parts): boolean {
  const number = Number(value)
  const range = ranges[name]
  if (range) return number !== 0 && number >= range.least && number <= range.most
  const most = clock[name]
  if (most !== undefined) return number <= most
  if (name === 'BYDAY') return isLawfulDay(value, parts)
  return name !== 'UNTIL' || isMoment(value)
}

/** The second Monday is one of a month or of a year, and not of a week or of numbered weeks. */
function isLawfulDay(value: string, parts: Parts): boolean {
  const ordinal = value.slice(0, -2)
  if (ordinal === '') return true
  const isOfYear = parts.get('FREQ') === 'YEARLY'
  if ((!isOfYear && parts.get('FREQ') !== 'MONTHLY') || parts.has('BYWEEKNO')) return false
  const most = isOfYear && !parts.has('BYMONTH') ? 53 : 5
  return Number(ordinal) !== 0 && Math.abs(Number(ordinal)) <= most
}

/** The last day or the last moment in UTC, which must exist. */
function isMoment(value: string): boolean {
  const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z)?$/.exec(value) ?? []
  const clockTime = (time ?? '000000').replace(/^(..)(..)(..)$/, '$1:$2:$3')
  const moment = new Date(`${year}-${month}-${day}T${clockTime}.000Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${year}-${month}-${day}T${clockTime}`)
}

/**
 * The first part of a rule that RFC 5545 forbids, as it is written there; null for a rule that says nothing forbidden.
 */
function forbiddenPart(recurrence: string): string | null {
  const parts = partsOfRule(recurrence)
  for (const [name, value] of parts) {
    const wrong = value.split(',').find(one => !isLawful(name, one, parts))
    if (wrong !== undefined) return `${name}=${wrong}`
    if (isMisplaced(name, parts)) return `${name}=${value}`
  }
  return null
}

/** Tells whether a part excludes the others; BYSETPOS needs another BY part. */
export const isMisplaced = (name: string, parts: Parts): boolean =>
  name === 'BYSETPOS'
    ? ![...parts.keys()].some(other => other.startsWith('BY') && other !== name)
    : (misplaced[name]?.includes(parts.get('FREQ') ?? '') ?? false)

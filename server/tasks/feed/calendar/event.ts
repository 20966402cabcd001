import type { Priority } from '#shared/lib/taskFields.ts'
import { component, inZone, local, text, utc } from './text.ts'

/** What a calendar program shows at a time: once, or as often as a rule says. */
export type Event = {
  /** The same for ever, also when the thing moves to another day (RFC 7986, section 5.3). */
  uid: string
  /** Grows with each change of the thing. */
  sequence: number
  changedAt: Date
  start: Date
  end: Date
  title: string
  description: string
  priority: Priority
  url: string
  isCancelled: boolean
  repeats?: {
    /** On whose clock the rule is; null for one of hours that pass alike everywhere. */
    zone: string | null
    /** The rule, or the dates of what RFC 5545 has no rule for. */
    rule: string | Date[]
    exceptions: Date[]
    /** Times on the clock of the zone that it skips: what is there instead is an event of its own. */
    skipped: Date[]
  }
  /** Stands in the place of the occurrence of a series that begins then, on the clock of its zone. */
  instead?: { of: Date; zone: string | null }
}

/** 1 is the highest, 5 medium, 9 the lowest (RFC 5545, section 3.8.1.9). */
const priorities: Record<Priority, number> = { urgent: 1, high: 3, normal: 5, low: 9 }

/** The lines of an event. It takes no time from whoever has it: a task is done when there is room for it. */
export function eventLines(event: Event): string[] {
  const { repeats, instead } = event
  const zone = repeats?.zone ?? instead?.zone ?? null
  const at = (name: string, moment: Date) =>
    zone ? `${inZone(name, zone)}:${local(moment, zone)}` : `${name}:${utc(moment)}`
  return component('VEVENT', [
    `UID:${event.uid}`,
    // Without a METHOD it says when the thing was changed last (section 3.8.7.2), so that an unchanged calendar is the same, byte for byte.
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    ...(instead ? [at('RECURRENCE-ID', instead.of)] : []),
    at('DTSTART', event.start),
    at('DTEND', event.end),
    ...(repeats ? repeating(repeats, at) : []),
    `SUMMARY:${text(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
    `PRIORITY:${priorities[event.priority]}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    `URL:${event.url}`,
  ])
}

function repeating(
  { zone, rule, exceptions, skipped }: NonNullable<Event['repeats']>,
  at: (name: string, moment: Date) => string,
): string[] {
  const rules = typeof rule === 'string' ? [`RRULE:${rule}`] : rule.map(moment => at('RDATE', moment))
  const wall = (time: Date) => utc(time).slice(0, -1)
  return [
    ...rules,
    ...exceptions.map(moment => at('EXDATE', moment)),
    ...(zone ? skipped.map(time => `${inZone('EXDATE', zone)}:${wall(time)}`) : []),
  ]
}

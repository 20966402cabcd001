/** The field kinds that contracts are made of. */
import { z } from 'zod'
import { foldedEmail, keptMark, keptText } from './folding.ts'
import { locales } from './language.ts'

/** The greatest that a column of whole numbers holds. A contract takes none beyond it, or the database would refuse what it cannot explain. */
export const greatestWhole = 2_147_483_647

export const Id = z.int().positive().max(greatestWhole)
export const ById = z.object({ id: Id })
export const Name = z.string().overwrite(keptText).min(1).max(200).meta({ id: 'Name' })
export const LongText = z.string().trim().max(20_000).meta({ id: 'LongText' })
export const Search = z.string().trim().max(200)
/** An ear tag, a plate, a number of an authority. */
export const Mark = z.string().overwrite(keptMark).min(1).max(100)
/** Zod's own pattern, with letters of all scripts (RFC 6531); the domain is folded to ASCII before. */
const address =
  /^(?!\.)(?!.*\.\.)([\p{L}\p{M}\p{N}_'+\-.!#$%&*/=?^`{|}~]*)[\p{L}\p{M}\p{N}_+\-!#$%&*/=?^`{|}~]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z0-9-]{2,}$/u
export const Email = z
  .string()
  .overwrite(foldedEmail)
  .max(254)
  .pipe(z.email({ pattern: address }))
  .meta({ id: 'Email' })
export const Uuid = z.uuid().meta({ id: 'Uuid' })
export const Time = z.iso.datetime().meta({ id: 'Time' })
/** A time with the offset of whoever says it: what a device's clock shows. */
export const OffsetTime = z.iso.datetime({ offset: true }).meta({ id: 'OffsetTime' })
export const Day = z.iso
  .date()
  .refine(isOfOurTime, { params: { code: 'not_a_date' } })
  .meta({ id: 'Day' })
/** Date and time as a clock on the wall shows them, without a zone: `2026-11-20T07:00`. */
export const LocalDateTime = z.iso
  .datetime({ local: true })
  .refine(isOfOurTime, { params: { code: 'not_a_date' } })
  .meta({ id: 'LocalDateTime' })
/** The time of a day, as a clock on the wall shows it: `07:30`. */
export const ClockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ id: 'ClockTime' })
/**
 * ISO 8601: `PT12H`, `P2D`. `P1D` is until the same time tomorrow, `PT24H` is 24 hours. The digits are limited so that no date that
 * is computed with it leaves the calendar.
 */
export const Duration = z
  .string()
  .regex(/^P(?!$)(\d{1,2}Y)?(\d{1,3}M)?(\d{1,4}W)?(\d{1,5}D)?(T(?!$)(\d{1,6}H)?(\d{1,7}M)?(\d{1,9}S)?)?$/)
  .meta({ id: 'Duration' })
export const TimeZone = z
  .string()
  .max(100, { abort: true })
  .refine(isTimeZone, { params: { code: 'not_an_option' } })
export const Flag = z.boolean()
/** Counts the changes of a row that people edit. A PUT that names a stale one is refused with the current row. */
export const Revision = z.int().min(1).max(greatestWhole).meta({ id: 'Revision' })
/** Versions are counted from 1. */
export const VersionNumber = z.int().min(1).max(greatestWhole)
/** A row that is named where another is told of. */
export const NamedRow = z.object({ id: Id, name: z.string() }).meta({ id: 'NamedRow' })
/** What every row carries that people edit and archive. */
export const EditedFields = z.object({
  id: Id,
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  archived_at: Time.nullable(),
})
/** A text that exists in several languages; `textIn` (localizedText.ts) shows it with a visible fallback. */
export const LocalizedText = z.partialRecord(z.enum(locales), z.string().max(5_000)).meta({ id: 'LocalizedText' })
export type LocalizedText = z.infer<typeof LocalizedText>

const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']

function isOfOurTime(local: string): boolean {
  const day = local.slice(0, 10)
  return day >= firstDay && day <= lastDay && !local.endsWith('Z')
}

/** What was reckoned from a day, where it is one of ours; else the last that is: an answer says no day that no call would take. */
export const withinCalendar = (day: string): string => (isOfOurTime(day) ? day : lastDay)

/** Those that the engine is known to know: asking it takes longer than all else of a task. There are some six hundred names. */
const knownZones = new Set<string>()
const mostKnownZones = 1_000

/** Of three letters IANA has these; the engine takes others too, and offsets, which the database takes for something else or not at all. */
const zonesOfThreeLetters = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const isOfIana = (zone: string) =>
  !/^([+-]|us\/pacific-new$)/i.test(zone) && (zone.length !== 3 || zonesOfThreeLetters.has(zone.toUpperCase()))

/** Whether the engine knows the zone; names are IANA's. */
function isTimeZone(zone: string): boolean {
  if (knownZones.has(zone)) return true
  if (!isOfIana(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return false
  }
  if (knownZones.size < mostKnownZones) knownZones.add(zone)
  return true
}

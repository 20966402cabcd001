/** Field types of contracts. */

import { z } from 'zod'
import { foldedEmail, normalizedIdentifier, normalizedText } from './folding.ts'
import { LruMap } from './LruMap.ts'
import { locales } from './language.ts'

/**
 * Largest number of an integer column. A contract accepts no larger one, because the database's refusal could not be
 * explained.
 */
export const greatestWhole = 2_147_483_647

export const Id = z.int().positive().max(greatestWhole)
export const ById = z.object({ id: Id })
export const Name = z.string().overwrite(normalizedText).min(1).max(200).meta({ id: 'Name' })
export const LongText = z.string().trim().max(20_000).meta({ id: 'LongText' })
export const Search = z.string().trim().max(200)
/** An ear tag, a plate, or a number of an authority. */
export const IdentifierText = z.string().overwrite(normalizedIdentifier).min(1).max(100)
/** Zod's own pattern, with letters of all scripts (RFC 6531); the domain is folded to ASCII before. */
const address = new RegExp(
  [
    /^(?!\.)(?!.*\.\.)([\p{L}\p{M}\p{N}_'+\-.!#$%&*/=?^`{|}~]*)[\p{L}\p{M}\p{N}_+\-!#$%&*/=?^`{|}~]/u,
    /@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z0-9-]{2,}$/u,
  ]
    .map(({ source }) => source)
    .join(''),
  'u',
)
export const Email = z
  .string()
  .overwrite(foldedEmail)
  .max(254)
  .pipe(z.email({ pattern: address }))
  .meta({ id: 'Email' })
export const Uuid = z.uuid().meta({ id: 'Uuid' })
/** A moment that the database can keep, from 1900 on in every time zone; it has no year 0. */
export const Time = z.iso
  .datetime()
  .refine(time => time >= '1899-12-31', { params: { code: 'not_a_date' } })
  .meta({ id: 'Time' })
/** A time with its offset, as a device's clock shows it. */
export const OffsetTime = z.iso.datetime({ offset: true }).meta({ id: 'OffsetTime' })
export const Day = z.iso
  .date()
  .refine(isOfOurTime, { params: { code: 'not_a_date' } })
  .meta({ id: 'Day' })
/** Local date and time without a zone: `2026-11-20T07:00`. */
export const LocalDateTime = z.iso
  .datetime({ local: true })
  .refine(isOfOurTime, { params: { code: 'not_a_date' } })
  .meta({ id: 'LocalDateTime' })
/** Local time of day: `07:30`. */
export const ClockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ id: 'ClockTime' })
/**
 * ISO 8601: `PT12H`, `P2D`. `P1D` lasts until the same time tomorrow, `PT24H` is 24 hours. The digits are limited so
 * that no computed date leaves the calendar.
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
/** Counts the changes of a row that people edit. A PUT with a stale one is refused with the current row. */
export const Revision = z.int().min(1).max(greatestWhole).meta({ id: 'Revision' })
/** Versions are counted from 1. */
export const VersionNumber = z.int().min(1).max(greatestWhole)
/** A row that another one refers to, with its name. */
export const NamedRow = z.object({ id: Id, name: z.string() }).meta({ id: 'NamedRow' })
/** Fields of every row that people edit and archive. */
export const EditedFields = z.object({
  id: Id,
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  archived_at: Time.nullable(),
})
/** A text in several languages; `textIn` (localizedText.ts) shows it with a visible fallback. */
export const LocalizedText = z.partialRecord(z.enum(locales), z.string().max(5_000)).meta({ id: 'LocalizedText' })
export type LocalizedText = z.infer<typeof LocalizedText>
/** A name or title in several languages, stored like a plain `Name`. */
export const LocalizedName = z
  .partialRecord(z.enum(locales), z.string().overwrite(normalizedText).max(5_000))
  .meta({ id: 'LocalizedName' })

const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']

function isOfOurTime(local: string): boolean {
  const day = local.slice(0, 10)
  return day >= firstDay && day <= lastDay && !local.endsWith('Z')
}

/** Limits a computed day to the last valid one, so that no answer contains a day that no call would accept. */
export const withinCalendar = (day: string): string => (isOfOurTime(day) ? day : lastDay)

/**
 * Caches zones that the engine knows, some six hundred names, because asking it takes longer than the rest of a task.
 */
const knownZones = new LruMap<string, true>(1_000)

/**
 * IANA's zones of three letters. The engine also accepts others and offsets, which the database reads otherwise or not
 * at all.
 */
const zonesOfThreeLetters = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const isOfIana = (zone: string) =>
  !/^([+-]|us\/pacific-new$)/i.test(zone) && (zone.length !== 3 || zonesOfThreeLetters.has(zone.toUpperCase()))

/** Tells whether the engine knows an IANA zone. */
function isTimeZone(zone: string): boolean {
  if (knownZones.get(zone)) return true
  if (!isOfIana(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return false
  }
  knownZones.set(zone, true)
  return true
}

type WithoutDefault<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field
type Changes<Draft extends z.ZodRawShape> = { [Name in keyof Draft]: z.ZodOptional<WithoutDefault<Draft[Name]>> }

/**
 * Input of a PUT: the fields of a draft, all optional and without defaults, so that a field that is not sent keeps its
 * value. `partial()` alone keeps the defaults, which would overwrite stored values.
 */
export function changesOf<Draft extends z.ZodRawShape>(draft: z.ZodObject<Draft>): z.ZodObject<Changes<Draft>> {
  const shape = Object.entries(draft.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<Changes<Draft>>
}

const known = new Set(Intl.supportedValuesOf('currency'))

/** A currency by its ISO 4217 code. */
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine(code => known.has(code), { params: { code: 'not_an_option' } })

/** An amount in whole units of its currency, with at most two decimals: `29.9`. */
export const Price = z.number().min(0).max(99_999_999).multipleOf(0.01)

/**
 * Reading by an audit pass, without an account. Each call is a POST, because it is noted in the pass's log before it is
 * answered.
 */
import { z } from 'zod'
import { Logo } from '../companies/contract.ts'
import { largestSeed } from '../forms/scoring/sampleSize.ts'
import { contract, page } from '../lib/contract.ts'
import { Day, Id, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { SharedSubmission } from '../shares/sharedPage.ts'
import { maxSample, passActions, passKinds, recordStates, sinceFilters, sinceMarks } from './rules.ts'

/** `location:12`, `group:3`, `vehicle:7`, or `none`. */
/** A kind of record that a pass shows. */
export const Kind = z.enum(passKinds).meta({ id: 'PassKind' })
const Place = z
  .string()
  .regex(/^(?:(?:location|group|vehicle):\d{1,9}|none)$/)
  .meta({ id: 'PassPlace' })
const Tone = z.enum(['ok', 'attention', 'stop'])

/** What a pass opens, and how much there is. */
export const PassPage = z
  .object({
    company_name: z.string(),
    company_logo: Logo.nullable(),
    holder_name: z.string(),
    holder_office: z.string(),
    /** Names of its locations, groups and vehicles; null for the whole company. */
    places: z.array(z.string()).nullable(),
    first_day: Day.nullable(),
    last_day: Day.nullable(),
    shows_names: z.boolean(),
    /** Moment at which the records are shown. */
    as_of: Time,
    starts_at: Time,
    ends_at: Time,
    is_preview: z.boolean(),
    /** Number of records by kind, 200,001 where there are more, and the forms by which they can be filtered. */
    kinds: z.array(
      z.object({
        kind: Kind,
        count: z.int(),
        forms: z.array(z.object({ id: Id, name: z.string() })),
      }),
    ),
    /**
     * Number of records by place and kind: of locations with all below them, groups and vehicles, then of records about
     * none. A record is counted at each that it is about.
     */
    population: z.array(
      z.object({
        place: Place,
        type: z.enum(['location', 'animal_group', 'vehicle']).nullable(),
        name: z.string(),
        /** How many of the locations before it are above it. */
        depth: z.int(),
        counts: z.array(z.object({ kind: Kind, count: z.int() })),
      }),
    ),
    /** Places with records that are not listed, because there are too many. */
    more_places: z.int(),
    /** News and changes since the start of the pass that this one renews; null where it renews none. */
    renewal: z
      .object({
        since: Time,
        counts: z.array(z.object({ kind: Kind, mark: z.enum(sinceMarks), count: z.int() })),
      })
      .nullable(),
  })
  .meta({ id: 'PassPage' })
export type PassPage = z.infer<typeof PassPage>

/** A record in a list, in the reader's language. */
export const PassRecord = z
  .object({
    kind: Kind,
    id: Id,
    title: z.string(),
    /** Moment, or day of a record that has no time. */
    at: z.union([Time, Day]),
    person: z.string(),
    subjects: z.array(z.string()),
    state: z.string().nullable(),
    tone: Tone.nullable(),
    /** Beside the pass that this one renews; null for what has not changed. */
    since: z.enum(sinceMarks).nullish(),
  })
  .meta({ id: 'PassRecord' })
export type PassRecord = z.infer<typeof PassRecord>

const LabelledValue = z.object({ label: z.string(), value: z.string() })

/** What was drawn, and from how many. */
export const PassSample = z.object({ population: z.int(), records: z.array(PassRecord) }).meta({ id: 'PassSample' })
export type PassSample = z.infer<typeof PassSample>

/** A record with everything that the pass shows of it. */
export const PassRecordDetail = PassRecord.extend({
  facts: z.array(LabelledValue),
  /** Answers of a submission. */
  submission: SharedSubmission.nullable(),
  photos: z.array(z.object({ address: z.string(), caption: z.string() })),
  /** Files that are no photos, or scans. Without an address where the pass does not open them. */
  papers: z.array(z.object({ name: z.string(), size: z.int(), address: z.string().nullable() })),
  /** Its last link in the company's signed chain; null for a record that is in none. */
  seal: z.object({ position: z.int(), hash: z.string(), previous: z.string() }).nullable(),
  /** When it was viewed or loaded by this pass, the latest first. */
  views: z.array(z.object({ at: Time, action: z.enum(passActions) })),
  /** The latest first; one for a record that was never corrected. */
  versions: z.array(
    z.object({
      number: z.int(),
      at: Time,
      person: z.string(),
      reason: z.string().nullable(),
      score: z.string().nullable(),
    }),
  ),
}).meta({ id: 'PassRecordDetail' })
export type PassRecordDetail = z.infer<typeof PassRecordDetail>

// 404 for a wrong token and for everything outside the pass, 410 `share_taken_back` or `public_link_expired` after its
// end, 403 `pass_not_started` before its start. A PIN goes in the header `Form-Pin`.

/** What all calls by the link of a pass have in common. */
export const byPass = {
  access: 'anyone',
  isolation: 'pass',
  afterPlanEnd: 'open',
  method: 'POST',
  problems: [
    ...['share_taken_back', 'public_link_expired', 'pass_not_started'],
    ...['pin_required', 'wrong_pin', 'too_many_requests', 'too_large'],
  ],
} as const
/**
 * Which records of a kind. `search`: names of forms and of what a record is about. `place`: a location with all below
 * it, a group or a vehicle. `state`: `failed` leaves submissions, `open` and `closed` findings. `since`: by the marks
 * of a renewal; `any` leaves new and changed ones.
 */
const filters = {
  ...Paging.pick({ search: true }).shape,
  kind: Kind,
  form_id: Id.nullish(),
  place: Place.nullish(),
  state: z.enum(recordStates).nullish(),
  since: z.enum(sinceFilters).nullish(),
  from: Day.nullish(),
  to: Day.nullish(),
}
export const passLink = { id: Id, token: z.string().max(200) }

export const passPages = contract({
  open: {
    summary: 'Open an audit pass',
    ...byPass,
    path: '/passes/mine/:id/:token',
    input: z.object(passLink),
    returns: PassPage,
  },
  records: {
    summary: 'List records of an audit pass',
    description: 'The newest first. `search`: names of forms and of what a record is about.',
    ...byPass,
    path: '/passes/mine/:id/:token/records',
    input: z.object({
      ...passLink,
      ...Paging.pick({ page: true, per_page: true }).shape,
      ...filters,
    }),
    returns: page(PassRecord),
  },
  sample: {
    summary: 'Draw a sample of an audit pass',
    description: 'The same seed and records give the same sample. A larger one contains each smaller one.',
    ...byPass,
    path: '/passes/mine/:id/:token/sample',
    input: z.object({
      ...passLink,
      ...filters,
      seed: z.int().min(0).max(largestSeed),
      size: z.int().min(1).max(maxSample),
    }),
    returns: PassSample,
  },
  record: {
    summary: 'Read a record of an audit pass',
    ...byPass,
    path: '/passes/mine/:id/:token/record',
    input: z.object({ ...passLink, kind: Kind, record_id: Id }),
    returns: PassRecordDetail,
  },
})

/**
 * What an inspector writes inside a pass: findings, picked records and the closing note. Each comes with a `uuid` made
 * on the device: sent again, it is answered as the first time and nothing is written twice.
 */
import { z } from 'zod'
import { severities } from '../findings/rules.ts'
import { contract } from '../lib/contract.ts'
import { Day, Id, Name, OffsetTime, Time, Uuid } from '../lib/fields.ts'
import { byPass, Kind, passLink } from './passPage.ts'
import { findingStates, maxFindingPhotos } from './rules.ts'

const aboutRecord = {
  /** A record of the pass; null for the visit in general. */
  kind: Kind.nullable(),
  record_id: Id.nullable(),
}
const written = {
  uuid: Uuid,
  /** When it was written, by the clock of the device. */
  device_time: OffsetTime,
}
/** When it arrived. */
const arrived = { written_at: Time }
const Photo = z.object({ address: z.string() })

const findingFields = {
  text: z.string().trim().min(1).max(5_000),
  severity: z.enum(severities),
  /** Day by which it is to be put right. */
  due_on: Day,
}

/** A finding of an inspector, with what came of its corrective task. */
export const PassFinding = z
  .object({
    ...{ ...written, ...arrived, ...aboutRecord, ...findingFields },
    /** Name of the record, as the pass shows it; null where none is meant. */
    record_title: z.string().nullable(),
    location: z.string().nullable(),
    photos: z.array(Photo),
    state: z.enum(findingStates),
    /** How its task was done. */
    end: z.object({ at: Time, person: z.string(), note: z.string().nullable(), photos: z.array(Photo) }).nullable(),
  })
  .meta({ id: 'PassFinding' })
export type PassFinding = z.infer<typeof PassFinding>

/** A record that was picked by hand. */
export const PassPick = z
  .object({
    ...{ ...written, ...arrived },
    kind: Kind,
    record_id: Id,
    record_title: z.string().nullable(),
    reason: z.string().trim().min(1).max(1_000),
  })
  .meta({ id: 'PassPick' })
export type PassPick = z.infer<typeof PassPick>

/** A sample that was drawn: filters, number and size in `search`, and from how many records. */
export const PassDrawn = z
  .object({ at: Time, kind: Kind, search: z.string(), found: z.int() })
  .meta({ id: 'PassDrawn' })
export type PassDrawn = z.infer<typeof PassDrawn>

const closingFields = { text: z.string().trim().max(10_000), signed_by: Name }

/** The closing note. After it nothing more is written. */
export const PassClosing = z
  .object({ ...written, ...arrived, ...closingFields, signature: Photo })
  .meta({ id: 'PassClosing' })
export type PassClosing = z.infer<typeof PassClosing>

/** Everything that was written inside a pass, the newest first. */
const everything = {
  findings: z.array(PassFinding),
  picks: z.array(PassPick),
  samples: z.array(PassDrawn),
  closing: PassClosing.nullable(),
}

export const PassWritten = z
  .object({
    ...everything,
    /** Locations of the pass that a finding can name. */
    locations: z.array(z.object({ id: Id, name: z.string() })),
  })
  .meta({ id: 'PassWritten' })
export type PassWritten = z.infer<typeof PassWritten>

/** The same for managers. */
export const WrittenInPass = z
  .object({
    ...everything,
    findings: z.array(
      PassFinding.omit({ record_title: true }).extend({
        /** An occurrence of its corrective task; null where nobody got it. */
        sent_task_id: Id.nullable(),
      }),
    ),
    picks: z.array(PassPick.omit({ record_title: true })),
  })
  .meta({ id: 'WrittenInPass' })
export type WrittenInPass = z.infer<typeof WrittenInPass>

const address = '/passes/mine/:id/:token'

/** 409 `pass_closed` after the closing note, and 403 `forbidden` in a preview. */
const byWriting = { ...byPass, problems: [...byPass.problems, 'pass_closed'] } as const

export const passWriting = contract({
  written: {
    summary: 'Read what was written inside an audit pass',
    description: 'With what has become of its findings by now.',
    ...byPass,
    path: `${address}/written`,
    input: z.object(passLink),
    returns: PassWritten,
  },
  photo: {
    summary: 'Add a photo or signature inside an audit pass',
    description: 'It waits a day for a finding or closing note that names it. The same `uuid` again changes nothing.',
    ...byWriting,
    problems: [...byWriting.problems, 'plan_limit_reached'],
    path: `${address}/photo`,
    input: z.object({ ...passLink, uuid: Uuid }),
    returns: z.object({ uuid: Uuid }).meta({ id: 'PassPhoto' }),
    status: 201,
    multipart: true,
  },
  report: {
    summary: 'Report a finding inside an audit pass',
    description: 'It becomes a corrective task of the managers.',
    ...byWriting,
    path: `${address}/finding`,
    input: z
      .object({
        ...{ ...passLink, ...written, ...aboutRecord, ...findingFields },
        location_id: Id.nullable().default(null),
        photo_uuids: z.array(Uuid).max(maxFindingPhotos).default([]),
      })
      .refine(({ kind, record_id }) => (kind === null) === (record_id === null)),
    returns: z.object({ uuid: Uuid }).meta({ id: 'PassFindingWritten' }),
    status: 201,
  },
  pick: {
    summary: 'Pick a record of an audit pass',
    description: 'By hand, with the reason.',
    ...byWriting,
    path: `${address}/pick`,
    input: z.object({
      ...{ ...passLink, ...written },
      ...PassPick.pick({ kind: true, record_id: true, reason: true }).shape,
    }),
    returns: z.object({ uuid: Uuid }).meta({ id: 'PassPickWritten' }),
    status: 201,
  },
  close: {
    summary: 'Sign the closing note of an audit pass',
    description: 'Final: nothing is written afterwards. Reading goes on until the end of the pass.',
    ...byWriting,
    path: `${address}/closing`,
    input: z.object({ ...{ ...passLink, ...written, ...closingFields }, signature_uuid: Uuid }),
    returns: z.object({ uuid: Uuid }).meta({ id: 'PassClosingWritten' }),
    status: 201,
  },
})

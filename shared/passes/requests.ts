/**
 * Requests for evidence: an inspector asks inside a pass, managers answer with words, photos and papers
 * (docs/decisions/0132-audit-pass.md).
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Day, Id, OffsetTime, Time, Uuid } from '../lib/fields.ts'
import { byPass, Kind, passLink } from './passPage.ts'
import { maxAnswerFiles, maxRequestWords, requestActions, requestStates } from './rules.ts'

const Entry = z
  .object({
    id: Id,
    /** When it arrived. */
    at: Time,
    /** By the clock of the inspector's device; null for what the company did. */
    device_time: OffsetTime.nullable(),
    action: z.enum(requestActions),
    words: z.string(),
    /** Who answered; null for what the inspector did. */
    person: z.string().nullable(),
    /** An answer that was undone. The inspector sees neither its words nor its files any more. */
    is_undone: z.boolean(),
    /** When the inspector first saw the answer. */
    seen_at: Time.nullable(),
    files: z.array(
      z.object({
        name: z.string(),
        size: z.int(),
        is_picture: z.boolean(),
        /** Null for one that was erased since. */
        address: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PassRequestEntry' })

export const PassRequest = z
  .object({
    id: Id,
    /** Counted from 1 in each pass. */
    number: z.int(),
    state: z.enum(requestStates),
    due_on: Day,
    /** The record that it is about. */
    kind: Kind.nullable(),
    record_id: Id.nullable(),
    /** What was said, in its order; the first entry asks. */
    entries: z.array(Entry).min(1),
  })
  .meta({ id: 'PassRequest' })
export type PassRequest = z.infer<typeof PassRequest>

/** The same for managers, with names as they are. */
export const EvidenceRequest = PassRequest.extend({
  pass_id: Id,
  holder_name: z.string(),
  /** False: names in words are replaced where the inspector reads them, and files have no names there. */
  shows_names: z.boolean(),
  task_id: Id.nullable(),
}).meta({ id: 'EvidenceRequest' })
export type EvidenceRequest = z.infer<typeof EvidenceRequest>

const words = z.string().trim().min(1).max(maxRequestWords)
const written = {
  ...passLink,
  /** Made by the device, so that a request which is sent again is one. */
  uuid: Uuid,
  /** When it was written, by the clock of the device. */
  device_time: OffsetTime,
}
const asking = {
  ...byPass,
  problems: [...byPass.problems, 'forbidden', 'pass_closed', 'pass_request_closed'],
  returns: PassRequest,
} as const

export const passRequestPages = contract({
  list: {
    summary: 'List the requests for evidence of an audit pass',
    description: 'The newest first. An answer that was not there before is noted as seen.',
    ...byPass,
    path: '/passes/mine/:id/:token/requests',
    input: z.object(passLink),
    returns: z.array(PassRequest),
  },
  ask: {
    summary: 'Ask for evidence',
    description: 'Becomes a task of the managers. The same `uuid` again is the same request.',
    ...asking,
    path: '/passes/mine/:id/:token/request',
    input: z.object({
      ...written,
      words,
      /** Null: the last day of the pass. */
      due_on: Day.nullish(),
      kind: Kind.nullish(),
      record_id: Id.nullish(),
    }),
  },
  askAgain: {
    summary: 'Say that the evidence is not enough',
    description: 'The request is open again, and its task too.',
    ...asking,
    path: '/passes/mine/:id/:token/request/again',
    input: z.object({ ...written, request_id: Id, words }),
  },
  withdraw: {
    summary: 'Withdraw a request for evidence',
    ...asking,
    path: '/passes/mine/:id/:token/request/withdraw',
    input: z.object({ ...written, request_id: Id, words: z.string().trim().max(maxRequestWords).default('') }),
  },
})

export const passRequests = contract({
  list: {
    summary: 'List the requests for evidence of an audit pass',
    description: 'The newest first, at most 200.',
    method: 'GET',
    path: '/pass/:id/request',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: ById,
    returns: z.array(EvidenceRequest),
  },
  ofTask: {
    summary: 'Read the request for evidence of a task',
    description: 'Null for a task that no request opened.',
    method: 'GET',
    path: '/pass/request/of-task/:task_id',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: z.object({ task_id: Id }),
    returns: EvidenceRequest.nullable(),
  },
  answer: {
    summary: 'Answer a request for evidence',
    description:
      'With words, uploaded files, and copies of files of certificates and submissions. Completes the task. The same ' +
      '`uuid` again is the same answer.',
    problems: ['pass_request_closed', 'plan_limit_reached'],
    method: 'POST',
    path: '/pass/request/:id/answer',
    access: ['update', 'Pass'],
    keys: 'closed',
    afterPlanEnd: 'open',
    input: ById.extend({
      uuid: Uuid,
      words: z.string().trim().max(maxRequestWords).default(''),
      file_uuids: z.array(Uuid).max(maxAnswerFiles).default([]),
      /** Files that are copied, so that the answer stays what it was. */
      copied_uuids: z.array(Uuid).max(maxAnswerFiles).default([]),
    }),
    returns: EvidenceRequest,
  },
})

import { z } from 'zod'
import { Answers } from '../forms/answers.ts'
import { Definition } from '../forms/definition.ts'
import { Score, scoreBands } from '../forms/score.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, Id, LocalizedText, Revision, Time, Uuid } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { NamedSubject, SubjectRef } from '../lib/subjects.ts'
import { PayloadVersion } from './payload.ts'
import { Receipt } from './receipt.ts'
import { submissionStatuses } from './statuses.ts'

export const Submission = z.object({
  id: Id,
  company_id: Id,
  /** Made by the phone, unique for ever: sending the same submission again never makes a second one. */
  uuid: Uuid,
  form_id: Id,
  form_name: LocalizedText,
  version: z.int(),
  /** Null for what came by the public link of the form. */
  user_id: Id.nullable(),
  user_name: z.string(),
  task_sent_id: Id.nullable(),
  subjects: z.array(NamedSubject),
  status: z.enum(submissionStatuses),
  score_percent: z.number().nullable(),
  band: z.enum(scoreBands).nullable(),
  /** How many critical questions failed. */
  critical_failed: z.int(),
  started_at: Time,
  completed_at: Time.nullable(),
  revision: Revision,
  updated_at: Time,
  archived_at: Time.nullable(),
})
export type Submission = z.infer<typeof Submission>

export const SubmissionFile = z.object({
  uuid: Uuid,
  question_id: z.string(),
  /** Below /storage/. */
  path: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.int(),
  /** Of the bytes as the device sent them, for the picture that is kept was drawn anew; null for files from before this was noted. */
  sha256: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type SubmissionFile = z.infer<typeof SubmissionFile>

/** A task that a failed answer opened. */
export const CorrectiveTaskLink = z.object({
  task_id: Id,
  question_id: z.string(),
  title: z.string(),
  assignee: z.string().nullable(),
  due_at: Time.nullable(),
  is_completed: z.boolean(),
})

export const SubmissionDetail = Submission.extend({
  definition: Definition,
  /** How whoever came by the public link can be reached, in their own words. */
  contact: z.string().nullable(),
  answers: Answers,
  score: Score.nullable(),
  files: z.array(SubmissionFile),
  tasks: z.array(CorrectiveTaskLink),
  /** Null for drafts, and for what was completed before there were receipts until it is sent again. */
  receipt: Receipt.nullable(),
})
export type SubmissionDetail = z.infer<typeof SubmissionDetail>

export const submissions = contract({
  list: {
    method: 'GET',
    path: '/form/submission',
    access: ['read', 'Submission'],
    input: Paging.extend({
      sort: sortBy('completed_at', 'score_percent', 'updated_at'),
      form_id: Id.optional(),
      status: z.enum(submissionStatuses).optional(),
      user_id: Id.optional(),
      animal_id: Id.optional(),
      group_id: Id.optional(),
      location_id: Id.optional(),
      vehicle_id: Id.optional(),
      /** Days of the completion, both included, as they begin and end where the company is. */
      from: Day.optional(),
      to: Day.optional(),
      company_id: Id.optional(),
    }),
    returns: page(Submission),
  },
  /**
   * Without a version it is the one that is published now. A device that was away names the version that it has and when the person
   * began: what was begun while the form was open is taken, however late it comes.
   */
  create: {
    method: 'POST',
    path: '/form/submission',
    access: ['create', 'Submission'],
    afterPlanEnd: 'open',
    input: z.object({
      form_id: Id,
      uuid: Uuid,
      version: z.int().positive().optional(),
      started_at: Time.optional(),
      task_sent_id: Id.optional(),
      subjects: z.array(SubjectRef).max(50).optional(),
      payload_version: PayloadVersion,
    }),
    returns: SubmissionDetail,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/form/submission/:id',
    access: ['read', 'Submission'],
    input: ById,
    returns: SubmissionDetail,
  },
  /**
   * Keeps a draft: answers may be missing, but none may be malformed. What is sent replaces what was there. The answer is short,
   * because a phone calls this after every answer that is given.
   */
  update: {
    method: 'PUT',
    path: '/form/submission/:id',
    access: ['update', 'Submission'],
    afterPlanEnd: 'open',
    input: ById.extend({
      answers: Answers.optional(),
      subjects: z.array(SubjectRef).max(50).optional(),
      revision: Revision.optional(),
    }),
    returns: Submission,
  },
  /** Exactly once, however often it is sent; the same answers again give the same submission. */
  complete: {
    method: 'POST',
    path: '/form/submission/:id/complete',
    access: ['update', 'Submission'],
    afterPlanEnd: 'open',
    input: ById.extend({
      answers: Answers,
      revision: Revision.optional(),
      payload_version: PayloadVersion,
      /** When the person pressed Complete, by the clock on their wall and with its zone; calculations are worked out for it. */
      device_time: z.iso.datetime({ offset: true }).optional(),
    }),
    returns: SubmissionDetail,
  },
  /**
   * One photo as `file`, or for a file question any file of a known kind (`shared/lib/fileKinds.ts`). The uuid is the phone's: sending the
   * same again changes nothing.
   */
  attach: {
    method: 'POST',
    path: '/form/submission/:id/attachment',
    access: ['update', 'Submission'],
    afterPlanEnd: 'open',
    input: ById.extend({ uuid: Uuid, question_id: z.string().max(300) }),
    returns: SubmissionFile,
    status: 201,
    multipart: 'attachment',
  },
  /** Erases a draft with its photos; archives a complete one. */
  remove: {
    method: 'DELETE',
    path: '/form/submission/:id',
    access: ['delete', 'Submission'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    method: 'POST',
    path: '/form/submission/:id/restore',
    access: ['delete', 'Submission'],
    input: ById,
    returns: SubmissionDetail,
  },
  /** In the reader's language and time zone. */
  pdf: {
    method: 'GET',
    path: '/form/submission/:id/pdf',
    access: ['read', 'Submission'],
    input: ById,
    returns: file('application/pdf'),
  },
})

/** Goes to the managers of the company and to the person. */
export const submissionEvents = { 'submission.completed': Submission }

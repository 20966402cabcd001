import { z } from 'zod'
import { Answers } from '../forms/answers/answers.ts'
import { Definition } from '../forms/definition.ts'
import { Score, scoreBands } from '../forms/scoring/score.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Id, LocalizedText, OffsetTime, Revision, Time, Uuid, VersionNumber } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { reviewStates } from '../reviews/states.ts'
import { NamedSubject, SubjectRef } from '../subjects/subjects.ts'
import { submissionFilters } from './filters.ts'
import { followUpKinds } from './followUpKinds.ts'
import { PayloadVersion } from './payload.ts'
import { Receipt } from './receipt.ts'
import { submissionStatuses } from './statuses.ts'

/** A list brings the answers to so many questions along. */
export const mostAnswersListed = 10

export const Submission = z
  .object({
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
    /** Who brought it in from a saved copy; null where its person sent it. */
    imported_by: Id.nullable(),
    task_sent_id: Id.nullable(),
    subjects: z.array(NamedSubject),
    status: z.enum(submissionStatuses),
    score_percent: z.number().nullable(),
    band: z.enum(scoreBands).nullable(),
    /** How many critical questions failed. */
    critical_failed: z.int(),
    started_at: Time,
    /** When the person pressed Complete, by their device; lists and days go by it. The server's own clock where the device's is wrong. */
    completed_at: Time.nullable(),
    /** The same as the device said it, with its zone; null where it did not say. */
    device_time: OffsetTime.nullable(),
    /** When the server got it complete. */
    received_at: Time.nullable(),
    /** The number of its receipt. */
    receipt_sequence: z.int().nullable(),
    /** How its review stands; null where its form asks for none and nobody gave one. */
    review_state: z.enum(reviewStates).nullable(),
    /** Whom its form names for that; null where that is for whoever may review. */
    reviewer_ids: z.array(Id).nullable(),
    review_is_named: z.boolean(),
    /** What it fills in again in part, and why; null for what stands by itself. */
    follows_id: Id.nullable(),
    follows_as: z.enum(followUpKinds).nullable(),
    /** In a list that asks for them those of some questions, without notes, and of texts the beginning. */
    answers: Answers.optional(),
    revision: Revision,
    updated_at: Time,
    archived_at: Time.nullable(),
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof Submission>

export const SubmissionFile = z
  .object({
    id: Id,
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
  .meta({ id: 'SubmissionFile' })
export type SubmissionFile = z.infer<typeof SubmissionFile>

/** A task that a failed answer opened. */
export const CorrectiveTaskLink = z
  .object({
    task_id: Id,
    question_id: z.string(),
    title: z.string(),
    /** The same in the languages of the form; null where somebody wrote the title. */
    titles: LocalizedText.nullable(),
    assignee: z.string().nullable(),
    due_at: Time.nullable(),
    is_completed: z.boolean(),
  })
  .meta({ id: 'CorrectiveTaskLink' })

/** What a follow-up asks anew of an earlier submission, and what was answered there. */
export const FollowUp = z
  .object({
    kind: z.enum(followUpKinds),
    submission_id: Id,
    /** The revision of what it follows: a completion names the one that its person has seen. */
    revision: Revision,
    /** The keys that are asked anew. */
    question_ids: z.array(z.string()),
    /** What whoever asks has to say about it. */
    words: z.string().nullable(),
    asked_by: Id.nullable(),
    asked_by_name: z.string().nullable(),
    /** What was answered when it was asked, and for which moment that was worked out. */
    answers: Answers,
    completed_at: Time,
  })
  .meta({ id: 'FollowUp' })
export type FollowUp = z.infer<typeof FollowUp>

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
  follows: FollowUp.nullable(),
}).meta({ id: 'SubmissionDetail' })
export type SubmissionDetail = z.infer<typeof SubmissionDetail>

/**
 * The version of the form that the answers are for. A newer one than the draft's is what the draft goes over to; of an older one another device
 * has gone over already, and the answer is `stale_revision` with the draft.
 */
const Version = VersionNumber.optional()

/**
 * The keys at which the person took an answer away. Where they are named, an answer that is neither sent nor among them is one that the device
 * lost: `answers_lost`. Devices of earlier versions do not name them.
 */
const Removed = z.array(z.string().max(300)).max(5_000).optional()

export const submissions = contract({
  list: {
    summary: 'List submissions',
    method: 'GET',
    path: '/form/submission',
    access: ['read', 'Submission'],
    input: Paging.extend({
      sort: sortBy('completed_at', 'score_percent', 'updated_at'),
      ...submissionFilters,
      /** Brings the answers to these questions along: up to ten ids with commas between them. */
      answers_of: z
        .string()
        .max(1300)
        .refine(ids => ids.split(',').length <= mostAnswersListed, {
          params: { code: 'too_many', maximum: mostAnswersListed },
        })
        .optional(),
    }),
    returns: page(Submission),
  },
  create: {
    summary: 'Begin a submission',
    description:
      'Without a version it is the one that is published now. A device that was away names the version that it has and when the person began: what was begun while the form was open is taken, however late it comes.',
    problems: [
      'form_not_published',
      'submission_uuid_taken',
      'payload_too_new',
      'task_already_done',
      'task_already_skipped',
      'plan_expired',
      'form_is_channel',
      'form_for_others',
    ],
    method: 'POST',
    path: '/form/submission',
    access: ['create', 'Submission'],
    afterPlanEnd: 'open',
    input: z.object({
      form_id: Id,
      uuid: Uuid,
      version: VersionNumber.optional(),
      started_at: Time.optional(),
      task_sent_id: Id.optional(),
      subjects: z.array(SubjectRef).max(50).optional(),
      payload_version: PayloadVersion,
    }),
    returns: SubmissionDetail,
    status: 201,
  },
  import: {
    summary: 'Bring in a submission from a saved copy',
    description:
      'For work that its person cannot send any more. It keeps its uuid: what is here already is answered as it is, so that nothing is doubled. Files are added and it is completed by the calls for that.',
    problems: ['form_not_published', 'submission_uuid_taken', 'payload_too_new'],
    method: 'POST',
    path: '/form/submission/import',
    access: ['import', 'Submission'],
    afterPlanEnd: 'open',
    input: z.object({
      form_id: Id,
      uuid: Uuid,
      version: VersionNumber,
      started_at: Time,
      subjects: z.array(SubjectRef).max(50).optional(),
      payload_version: PayloadVersion,
      /** Who wrote it, as the copy says. Whoever was never in the company is named, and it belongs to who brings it in. */
      written_by: z.object({ id: Id, name: z.string().max(200) }),
    }),
    returns: SubmissionDetail,
  },
  get: {
    summary: 'Read a submission',
    method: 'GET',
    path: '/form/submission/:id',
    access: ['read', 'Submission'],
    input: ById,
    returns: SubmissionDetail,
  },
  previous: {
    summary: 'Read the submission before it',
    description:
      'Of the same form, about the same subjects, completed earlier: the latest that the caller may read, or null.',
    method: 'GET',
    path: '/form/submission/:id/previous',
    access: ['read', 'Submission'],
    input: ById,
    returns: Submission.nullable(),
  },
  update: {
    summary: 'Keep a draft',
    description:
      'Keeps a draft: answers may be missing, but none may be malformed. What is sent replaces what was there. The answer is short, because a phone calls this after every answer that is given.',
    problems: ['submission_complete', 'answers_lost', 'form_for_others'],
    method: 'PUT',
    path: '/form/submission/:id',
    access: ['update', 'Submission'],
    afterPlanEnd: 'open',
    input: ById.extend({
      answers: Answers.optional(),
      version: Version,
      removed: Removed,
      subjects: z.array(SubjectRef).max(50).optional(),
      revision: Revision.optional(),
    }),
    returns: Submission,
  },
  complete: {
    summary: 'Complete a submission',
    description:
      'Exactly once, however often it is sent; the same answers again give the same submission. A reopening becomes the next version of what it follows; 409 `corrected_meanwhile` brings what somebody else made of the same answers, which `follows_revision` then says to have been seen.',
    problems: [
      'submission_complete',
      'payload_too_new',
      'task_already_done',
      'task_already_skipped',
      'answers_lost',
      'subject_required',
      'corrected_meanwhile',
      'form_for_others',
    ],
    method: 'POST',
    path: '/form/submission/:id/complete',
    access: ['update', 'Submission'],
    afterPlanEnd: 'open',
    input: ById.extend({
      answers: Answers,
      version: Version,
      removed: Removed,
      /** What it is about, in the place of what was said before. */
      subjects: z.array(SubjectRef).max(50).optional(),
      revision: Revision.optional(),
      /** Of what a reopening follows, as its person has seen it. */
      follows_revision: Revision.optional(),
      payload_version: PayloadVersion,
      /** When the person pressed Complete, by the clock on their wall and with its zone; calculations are worked out for it. */
      device_time: OffsetTime.optional(),
    }),
    returns: SubmissionDetail,
  },
  attach: {
    summary: 'Add a file to a submission',
    description:
      "One photo as `file`, or for a file question any file of a known kind (`shared/lib/fileKinds.ts`). The uuid is the phone's: sending the same again changes nothing.",
    problems: ['submission_complete', 'plan_limit_reached'],
    method: 'POST',
    path: '/form/submission/:id/attachment',
    access: ['update', 'Submission'],
    afterPlanEnd: 'open',
    input: ById.extend({ uuid: Uuid, question_id: z.string().max(300) }),
    returns: SubmissionFile,
    status: 201,
    multipart: 'attachment',
  },
  remove: {
    summary: 'Archive a submission or a draft',
    method: 'DELETE',
    path: '/form/submission/:id',
    access: ['delete', 'Submission'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived submission or draft',
    method: 'POST',
    path: '/form/submission/:id/restore',
    access: ['delete', 'Submission'],
    input: ById,
    returns: SubmissionDetail,
  },
  pdf: {
    summary: 'Download a submission as PDF',
    description: "In the reader's language and time zone.",
    problems: ['too_large'],
    method: 'GET',
    path: '/form/submission/:id/pdf',
    access: ['read', 'Submission'],
    input: ById,
    returns: file('application/pdf'),
  },
})

export const submissionEvents = {
  /** Goes to the managers of the company and to the person. */
  'submission.completed': Submission.omit({ answers: true }),
  /** It was reviewed, commented on or corrected. Goes to whoever may read it; what it is now is fetched. */
  'submission.changed': z.object({ company_id: Id, id: Id }),
}

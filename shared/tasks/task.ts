/** Tasks and their occurrences as they go over the wire; the calls that take and give them are in contract.ts. */
import { z } from 'zod'
import {
  Duration,
  Id,
  LocalDateTime,
  LocalizedName,
  LocalizedText,
  LongText,
  Name,
  Revision,
  Time,
  TimeZone,
} from '../lib/fields.ts'
import { findingEnds, findingStages } from '../lib/findingStages.ts'
import { controls, effects, maxVerifyDays, priorities, taskProofs } from '../lib/taskFields.ts'
import { NamedSubject, SubjectRef } from '../subjects/contract.ts'
import { Recurrence } from './recurrence.ts'
import { countedFrom, doneByRules, editScopes, maxExceptions, missedRules, taskKinds } from './rules.ts'

/** Assignees: a person, everyone with a role, or the people responsible for a location when it is sent. */
export const Assignee = z
  .union([z.object({ user_id: Id }), z.object({ role_id: Id }), z.object({ location_id: Id })])
  .meta({ id: 'Assignee' })

/** The same with the name of the person or the place, as it is read. */
const NamedAssignee = z.union([
  z.object({ user_id: Id, name: z.string() }),
  z.object({ role_id: z.int() }),
  z.object({ location_id: Id, name: z.string() }),
])

const TaskFields = z.object({
  title: Name,
  /** The same in the languages of the form that it was made from; null where somebody wrote the title. */
  titles: LocalizedName.nullish(),
  description: LongText.nullish(),
  priority: z.enum(priorities).default('normal'),
  /** In the time zone of `timezone`. */
  starts_at: LocalDateTime,
  /** From the start until it is due, ISO 8601: `PT12H`, `P2D`. */
  due_after: Duration,
  timezone: TimeZone,
  form_id: Id.nullish(),
  /** A published guide that says how it is done. */
  guide_id: Id.nullish(),
  kind: z.enum(taskKinds).default('check'),
  /** Completion by one of the assignees, or by each of them. */
  done_by: z.enum(doneByRules).default('everyone'),
  /** Each subject has occurrences of its own. */
  per_subject: z.boolean().default(false),
  /** So long before its start an occurrence can be done; without it as soon as it is there. */
  opens_before: Duration.nullish(),
  /** So long after it was due an occurrence can still be done; without it for ever, unless missed ones are skipped. */
  late_for: Duration.nullish(),
  /** Handling of a missed occurrence: it stays open, is closed, or is replaced by the next one. */
  missed: z.enum(missedRules).default('keep'),
  /** An RFC 5545 rule, such as `FREQ=WEEKLY;BYDAY=MO,TH`, by the clock of `timezone`; null for a single task. */
  recurrence: Recurrence.nullish(),
  /** With `completion` the rule restarts on the day of the last completion. */
  counted_from: z.enum(countedFrom).default('calendar'),
  /** Days after completion on which somebody else checks whether it helped; of single tasks. */
  verify_after_days: z.int().min(1).max(maxVerifyDays).nullish(),
})

/**
 * Why it came to this, as one of the company's list and in somebody's own words, and how strong the measure is that was
 * taken.
 */
const Correction = {
  root_cause: z.string().nullable(),
  root_cause_words: z.string().nullable(),
  control: z.enum(controls).nullable(),
}

export const TaskDraft = TaskFields.partial({ starts_at: true, due_after: true, timezone: true }).extend({
  assignees: z.array(Assignee).min(1).max(200),
  subjects: z.array(SubjectRef).max(50).optional(),
})

/** Which occurrences of a series a change is for, and the start of the one from which it is seen; without them, all. */
export const Scope = z.object({ scope: z.enum(editScopes).default('all'), occurrence: Time.optional() })

export const Task = TaskFields.required()
  .extend({
    id: Id,
    company_id: Id,
    recurrence: z.string().nullable(),
    /** The starts of single occurrences that are left out. */
    exceptions: z.array(Time).max(maxExceptions),
    paused_at: Time.nullable(),
    ended_at: Time.nullable(),
    /** The start of the first occurrence that nobody has yet. */
    next_at: Time.nullable(),
    ...Correction,
    /** The series that this was a part of until somebody changed that part. */
    split_from: Id.nullable(),
    assignees: z.array(NamedAssignee),
    form_name: LocalizedText.nullable(),
    /** Null where nobody may read the guide any more. */
    guide_title: LocalizedText.nullable(),
    subjects: z.array(NamedSubject),
    is_active: z.boolean(),
    /** The finding that opened it. */
    origin_submission_id: Id.nullable(),
    origin_question_id: z.string().nullable(),
    revision: Revision,
    created_at: Time,
    updated_at: Time,
    archived_at: Time.nullable(),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>

/** Result of the check whether it helped, which somebody else answers from `from` on. */
const Verification = z.object({
  state: z.enum(['waiting', ...effects]),
  from: Time,
  at: Time.nullable(),
  by_name: z.string().nullable(),
  note: z.string().nullable(),
})

/** The completed task, for the person who checks whether it helped. */
const Verified = z.object({
  sent_task_id: Id,
  task_id: Id,
  title: z.string(),
  titles: LocalizedText.nullable(),
  note: z.string().nullable(),
  done_at: Time.nullable(),
  done_by_name: z.string().nullable(),
})

/** One person's occurrence of a task. */
export const SentTask = z
  .object({
    id: Id,
    task_id: Id,
    company_id: Id,
    user_id: Id,
    user_name: z.string(),
    title: z.string(),
    titles: LocalizedText.nullable(),
    description: z.string().nullable(),
    priority: z.enum(priorities),
    starts_at: Time,
    due_at: Time,
    /** It can be done from then on; null: already. */
    opens_at: Time.nullable(),
    /** It can be done until then; null: for ever. */
    late_until: Time.nullable(),
    kind: z.enum(taskKinds),
    /** Set where it belongs to a series. */
    recurrence: z.string().nullable(),
    done_by: z.enum(doneByRules),
    is_completed: z.boolean(),
    is_skipped: z.boolean(),
    is_missed: z.boolean(),
    completed_at: Time.nullable(),
    completed_by: Id.nullable(),
    completed_by_name: z.string().nullable(),
    /** The other assignees where one completes it for all; as many as a screen shows. */
    others: z.array(z.object({ user_id: Id, name: z.string() })),
    /** A colleague did it for all. */
    is_done_by_other: z.boolean(),
    note: z.string().nullable(),
    /** Proofs that completing it demands. */
    proof: z.enum(taskProofs).nullable(),
    /** Paths of the photos of its completion, below /storage/. */
    proof_photos: z.array(z.object({ path: z.string(), name: z.string() })),
    missed_at: Time.nullable(),
    skipped_at: Time.nullable(),
    skipped_reason: z.string().nullable(),
    /** The completed submission, or the draft that was begun. */
    submission_id: Id.nullable(),
    form_id: Id.nullable(),
    form_name: LocalizedText.nullable(),
    guide_id: Id.nullable(),
    guide_title: LocalizedText.nullable(),
    subjects: z.array(NamedSubject),
    origin_submission_id: Id.nullable(),
    origin_question_id: z.string().nullable(),
    /** Stage of the finding that opened it, and how that was closed; null where none did. */
    origin_stage: z.enum(findingStages).nullable(),
    origin_end: z.enum(findingEnds).nullable(),
    ...Correction,
    verify_after_days: z.int().nullable(),
    /** Result of the check whether it helped. */
    verification: Verification.nullable(),
    /** Task whose effect this one checks; completing it states the result. */
    verifies: Verified.nullable(),
    /** Revision of its task. */
    revision: Revision,
    origin_photos: z.array(z.object({ path: z.string(), name: z.string() })),
    seen_at: Time.nullable(),
  })
  .meta({ id: 'SentTask' })
export type SentTask = z.infer<typeof SentTask>

import { z } from 'zod'
import { changesOf } from '../lib/changes.ts'
import { contract, page } from '../lib/contract.ts'
import {
  ById,
  Duration,
  Id,
  LocalDateTime,
  LocalizedText,
  LongText,
  Name,
  Revision,
  Time,
  TimeZone,
} from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { NamedSubject, SubjectRef } from '../lib/subjects.ts'
import { priorities } from './priorities.ts'
import { sentTaskStates } from './sentTaskStates.ts'

/** Who gets the task: a person, or everyone with a role. */
export const Assignee = z.union([z.object({ user_id: Id }), z.object({ role_id: z.int() })])

/** The same with the person's name, as it is read. */
const NamedAssignee = z.union([z.object({ user_id: Id, name: z.string() }), z.object({ role_id: z.int() })])

const TaskFields = z.object({
  title: Name,
  description: LongText.nullish(),
  priority: z.enum(priorities).default('normal'),
  /** In the time zone of `timezone`. */
  starts_at: LocalDateTime,
  /** From the start until it is due, ISO 8601: `PT12H`, `P2D`. */
  due_after: Duration,
  timezone: TimeZone,
  form_id: Id.nullish(),
})

const TaskDraft = TaskFields.partial({ starts_at: true, due_after: true, timezone: true }).extend({
  assignees: z.array(Assignee).min(1).max(200),
  subjects: z.array(SubjectRef).max(50).optional(),
})

export const Task = TaskFields.required().extend({
  id: Id,
  company_id: Id,
  recurrence: z.string().nullable(),
  assignees: z.array(NamedAssignee),
  form_name: LocalizedText.nullable(),
  guide_id: Id.nullable(),
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
export type Task = z.infer<typeof Task>

/** One person's occurrence of a task. */
export const SentTask = z.object({
  id: Id,
  task_id: Id,
  company_id: Id,
  user_id: Id,
  user_name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  priority: z.enum(priorities),
  starts_at: Time,
  due_at: Time,
  is_completed: z.boolean(),
  is_skipped: z.boolean(),
  completed_at: Time.nullable(),
  completed_by: Id.nullable(),
  skipped_at: Time.nullable(),
  skipped_reason: z.string().nullable(),
  /** The completed submission, or the draft that was begun. */
  submission_id: Id.nullable(),
  form_id: Id.nullable(),
  form_name: LocalizedText.nullable(),
  guide_id: Id.nullable(),
  subjects: z.array(NamedSubject),
  origin_submission_id: Id.nullable(),
  seen_at: Time.nullable(),
})
export type SentTask = z.infer<typeof SentTask>

const SentTaskFilters = Paging.omit({ archived: true }).extend({
  sort: sortBy('due_at', 'completed_at'),
  state: z.enum(sentTaskStates).optional(),
})

export const tasks = contract({
  list: {
    method: 'GET',
    path: '/task',
    access: ['read', 'Task'],
    input: Paging.extend({ sort: sortBy('title', 'created_at', 'updated_at'), form_id: Id.optional() }),
    returns: page(Task),
  },
  create: {
    method: 'POST',
    path: '/task',
    access: ['create', 'Task'],
    input: TaskDraft,
    returns: Task,
    status: 201,
  },
  get: { method: 'GET', path: '/task/:id', access: ['read', 'Task'], input: ById, returns: Task },
  update: {
    method: 'PUT',
    path: '/task/:id',
    access: ['update', 'Task'],
    input: changesOf(TaskDraft.omit({ assignees: true })).extend({ id: Id, revision: Revision.optional() }),
    returns: Task,
  },
  remove: { method: 'DELETE', path: '/task/:id', access: ['delete', 'Task'], input: ById, returns: z.null() },
  restore: { method: 'POST', path: '/task/:id/restore', access: ['delete', 'Task'], input: ById, returns: Task },
  /** The caller's own occurrences. */
  sent: {
    method: 'GET',
    path: '/task/sent',
    access: ['read', 'SentTask'],
    input: SentTaskFilters,
    returns: page(SentTask),
  },
  getSent: {
    method: 'GET',
    path: '/task/sent/:id',
    access: ['read', 'SentTask'],
    input: ById,
    returns: SentTask,
    copied: 'dated',
  },
  completeSent: {
    method: 'POST',
    path: '/task/sent/:id/complete',
    access: ['complete', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById.extend({ submission_id: Id.optional() }),
    returns: SentTask,
  },
  skipSent: {
    method: 'POST',
    path: '/task/sent/:id/skip',
    access: ['skip', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById.extend({ skipped_reason: z.string().trim().max(500).optional() }),
    returns: SentTask,
  },
  /** Own open occurrences that were not yet looked at; listing them marks them as seen. */
  newCount: {
    method: 'GET',
    path: '/task/:company_id/sent/new/count',
    access: ['read', 'SentTask'],
    input: z.object({ company_id: Id }),
    returns: z.object({ count: z.int() }),
  },
  /** The occurrences of everyone in the company. */
  company: {
    method: 'GET',
    path: '/company/:id/tasks',
    access: ['read', 'Task'],
    input: SentTaskFilters.extend({ id: Id, user_id: Id.optional() }),
    returns: page(SentTask),
  },
})

/** `task.assigned` goes to the assignee; the others to the assignee and the managers. */
export const taskEvents = { 'task.assigned': SentTask, 'task.completed': SentTask, 'task.skipped': SentTask }

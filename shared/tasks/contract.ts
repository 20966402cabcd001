import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, changesOf, Day, Id, LocalDateTime, Revision, Time, TimeZone, Uuid } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { controls, effects, maxProofPhotos, maxRootCauseLength, maxVerifyDays } from '../lib/taskFields.ts'
import { BoardPerson, CalendarEntry, CalendarRange, maxGiven } from './calendar.ts'
import { Recurrence } from './recurrence.ts'
import { previewedDates, sentTaskStates } from './rules.ts'
import { Scope, SentTask, Task, TaskDraft } from './task.ts'

export { SentTask, Task } from './task.ts'

const SentTaskFilters = Paging.omit({ archived: true }).extend({
  sort: sortBy('due_at', 'completed_at'),
  state: z.enum(sentTaskStates).optional(),
  animal_id: Id.optional(),
  group_id: Id.optional(),
  location_id: Id.optional(),
  vehicle_id: Id.optional(),
})

export const tasks = contract({
  list: {
    summary: 'List tasks',
    method: 'GET',
    path: '/task',
    access: ['read', 'Task'],
    input: Paging.extend({ sort: sortBy('title', 'created_at', 'updated_at'), form_id: Id.optional() }),
    returns: page(Task),
  },
  create: {
    summary: 'Give a task',
    method: 'POST',
    path: '/task',
    access: ['create', 'Task'],
    input: TaskDraft,
    returns: Task,
    status: 201,
  },
  get: {
    summary: 'Read a task',
    method: 'GET',
    path: '/task/:id',
    access: ['read', 'Task'],
    input: ById,
    returns: Task,
  },
  update: {
    summary: 'Change a task',
    problems: ['not_a_series'],
    method: 'PUT',
    path: '/task/:id',
    access: ['update', 'Task'],
    description:
      'Of a series: for this occurrence alone, for it and those that follow, or for all. `this` and `following` answer with the task that the part became.',
    input: changesOf(TaskDraft).extend(Scope.shape).extend({ id: Id, revision: Revision.optional() }),
    returns: Task,
  },
  remove: {
    summary: 'Archive a task',
    problems: ['not_a_series'],
    method: 'DELETE',
    path: '/task/:id',
    description: 'Of a series: this occurrence alone is left out, or it ends with it, or all of it is archived.',
    access: ['delete', 'Task'],
    input: ById.extend(Scope.shape),
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived task',
    method: 'POST',
    path: '/task/:id/restore',
    access: ['delete', 'Task'],
    input: ById,
    returns: Task,
  },
  preview: {
    summary: 'Show the first dates of a series before it is saved',
    method: 'GET',
    path: '/task/preview',
    access: ['create', 'Task'],
    input: z.object({ recurrence: Recurrence, starts_at: LocalDateTime, timezone: TimeZone }),
    returns: z.array(Time).max(previewedDates),
  },
  pause: {
    summary: 'Pause a series',
    description: 'What is open of it already stays; nothing else comes until it goes on.',
    method: 'POST',
    path: '/task/:id/pause',
    problems: ['not_a_series'],
    access: ['update', 'Task'],
    input: ById,
    returns: Task,
  },
  resume: {
    summary: 'Let a paused or ended series go on',
    description: 'Continues with the next date of its rule; missed dates are not created.',
    method: 'POST',
    path: '/task/:id/resume',
    problems: ['not_a_series'],
    access: ['update', 'Task'],
    input: ById,
    returns: Task,
  },
  end: {
    summary: 'End a series',
    method: 'POST',
    path: '/task/:id/end',
    problems: ['not_a_series'],
    access: ['update', 'Task'],
    input: ById,
    returns: Task,
  },
  sent: {
    summary: 'List the own occurrences of tasks',
    description: "The caller's own occurrences.",
    method: 'GET',
    path: '/task/sent',
    access: ['read', 'SentTask'],
    input: SentTaskFilters,
    returns: page(SentTask),
  },
  getSent: {
    summary: 'Read an occurrence of a task',
    method: 'GET',
    path: '/task/sent/:id',
    access: ['read', 'SentTask'],
    input: ById,
    returns: SentTask,
    copied: 'dated',
  },
  completeSent: {
    summary: 'Complete an occurrence of a task',
    description:
      'Where one of the people is enough, it is completed for all of them; `completed_by` names who did it, if not the caller. `proof` may require a note or a photo, sent before by `POST file`. A check of effect takes `effect`, from somebody who did not do the checked task, and a note where it did not help: that task then comes again. A repeated call is harmless; one that adds words or photos to a completed task is refused.',
    problems: [
      'submission_required',
      'task_already_done',
      'task_already_skipped',
      'task_not_open',
      'task_missed',
      'proof_required',
      'effect_required',
      'effect_of_own_work',
      'file_type_refused',
    ],
    method: 'POST',
    path: '/task/sent/:id/complete',
    access: ['complete', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById.extend({
      submission_id: Id.optional(),
      note: z.string().trim().max(2000).optional(),
      /** Photos as proof, which the caller uploaded before. */
      file_uuids: z.array(Uuid).max(maxProofPhotos).optional(),
      /** Result of a check whether another task helped. */
      effect: z.enum(effects).optional(),
      /** Which of its people did it, where that was not the caller. */
      completed_by: Id.optional(),
      /** When it was done, as the device that had no signal knows it. */
      completed_at: Time.optional(),
    }),
    returns: SentTask,
  },
  skipSent: {
    summary: 'Skip an occurrence of a task',
    problems: ['task_already_done', 'task_already_skipped', 'task_missed'],
    method: 'POST',
    path: '/task/sent/:id/skip',
    access: ['skip', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById.extend({ skipped_reason: z.string().trim().max(500).optional() }),
    returns: SentTask,
  },
  reopenSent: {
    summary: 'Take the end of an occurrence back',
    description: 'Within 10 minutes, by who ended it or a manager. What a form completed stays done.',
    problems: ['task_undo_over'],
    method: 'POST',
    path: '/task/sent/:id/reopen',
    access: ['complete', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById,
    returns: SentTask,
  },
  correct: {
    summary: 'Say why a corrective task came to be, and how strong its measure is',
    description:
      'For everybody who may complete it. `root_cause` is one of the list of the company. The days until the check whether it helped need the right to change the task. Fields that are not sent keep their values.',
    method: 'PUT',
    path: '/task/sent/:id/correction',
    problems: ['not_corrective', 'forbidden'],
    access: ['complete', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById.extend({
      root_cause: z.string().trim().min(1).max(maxRootCauseLength).nullish(),
      root_cause_words: z.string().trim().max(2000).nullish(),
      control: z.enum(controls).nullish(),
      verify_after_days: z.int().min(1).max(maxVerifyDays).nullish(),
      revision: Revision.optional(),
    }),
    returns: SentTask,
  },
  calendar: {
    summary: 'The own calendar',
    description:
      "The caller's occurrences between two days of the company's clock, at most 400 days, with future ones computed from their rules. At most 10,000 entries, the earliest first; `per_day` bounds the entries of each day, the last of which says how many are left out.",
    method: 'GET',
    path: '/task/calendar',
    problems: ['not_found'],
    access: ['read', 'SentTask'],
    input: CalendarRange.omit({ user_id: true }),
    returns: z.array(CalendarEntry),
    copied: 'dated',
  },
  companyCalendar: {
    summary: 'The calendar of a company',
    description: 'The same of everybody, each occurrence once.',
    method: 'GET',
    path: '/task/company/calendar',
    problems: ['not_found'],
    access: ['read', 'Task'],
    input: CalendarRange,
    returns: z.array(CalendarEntry),
  },
  sheet: {
    summary: "A day's work sheet",
    description:
      'What everybody, or one person, has to do on a day of the company’s clock, and what nobody did in the 14 days before, to be printed: PDF, at most 500 lines.',
    method: 'GET',
    path: '/task/company/sheet',
    problems: ['not_found'],
    access: ['read', 'Task'],
    input: z.object({ company_id: Id, date: Day, user_id: Id.optional() }),
    returns: file('application/pdf'),
  },
  newCount: {
    summary: 'Count the own occurrences not yet seen',
    description: 'Own open occurrences that were not yet looked at; listing them marks them as seen.',
    method: 'GET',
    path: '/task/:company_id/sent/new/count',
    access: ['read', 'SentTask'],
    input: z.object({ company_id: Id }),
    returns: z.object({ count: z.int() }),
  },
  company: {
    summary: 'List the occurrences of everyone in a company',
    description: 'The occurrences of everyone in the company.',
    method: 'GET',
    path: '/company/:id/tasks',
    access: ['read', 'Task'],
    input: SentTaskFilters.extend({ id: Id, user_id: Id.optional() }),
    returns: page(SentTask),
  },
  board: {
    summary: 'Read the workload of each person of a company',
    description: 'Tasks of the last 28 days and future ones; the person with the most overdue tasks comes first.',
    method: 'GET',
    path: '/company/:id/tasks/people',
    access: ['read', 'Task'],
    input: ById,
    returns: z.array(BoardPerson),
  },
  give: {
    summary: 'Give occurrences of tasks to somebody else',
    problems: ['not_found'],
    description:
      'Past and begun occurrences are not reassigned, and nobody gets an occurrence twice. A series continues unchanged.',
    method: 'POST',
    path: '/task/sent/give',
    access: ['update', 'Task'],
    input: z.object({ sent_task_ids: z.array(Id).min(1).max(maxGiven), user_id: Id }),
    returns: z.object({ given: z.int() }),
  },
})

/**
 * `task.assigned` goes to the assignee, the other events of an occurrence to the assignee and the managers.
 * `tasks.changed` names the number of occurrences that were created or withdrawn, which are fetched again.
 */
export const taskEvents = {
  'task.assigned': SentTask,
  'task.completed': SentTask,
  'task.skipped': SentTask,
  'task.reopened': SentTask,
  'tasks.changed': z.object({ count: z.int() }),
}

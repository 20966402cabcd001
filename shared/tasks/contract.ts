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
    failure: 'load tasks',
    method: 'GET',
    path: '/task',
    access: ['read', 'Task'],
    input: Paging.extend({ sort: sortBy('title', 'created_at', 'updated_at'), form_id: Id.optional() }),
    returns: page(Task),
  },
  create: {
    summary: 'Create a task',
    failure: 'create task',
    method: 'POST',
    path: '/task',
    access: ['create', 'Task'],
    input: TaskDraft,
    returns: Task,
    status: 201,
  },
  get: {
    summary: 'Read a task',
    failure: 'load task',
    method: 'GET',
    path: '/task/:id',
    access: ['read', 'Task'],
    input: ById,
    returns: Task,
  },
  update: {
    summary: 'Change a task',
    failure: 'update task',
    problems: ['not_a_series'],
    method: 'PUT',
    path: '/task/:id',
    access: ['update', 'Task'],
    description:
      'Of a series: for this occurrence alone, for it and those that follow, or for all. `this` and ' +
      '`following` answer with the task that the part became.',
    input: changesOf(TaskDraft).extend(Scope.shape).extend({ id: Id, revision: Revision.optional() }),
    returns: Task,
  },
  remove: {
    summary: 'Archive a task',
    failure: 'delete task',
    problems: ['not_a_series'],
    method: 'DELETE',
    path: '/task/:id',
    description: 'For a series: leaves out this occurrence, ends the series with it, or archives all of it.',
    access: ['delete', 'Task'],
    input: ById.extend(Scope.shape),
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived task',
    failure: 'restore task',
    method: 'POST',
    path: '/task/:id/restore',
    access: ['delete', 'Task'],
    input: ById,
    returns: Task,
  },
  preview: {
    summary: 'Show the first dates of a series before it is saved',
    failure: 'preview task',
    method: 'GET',
    path: '/task/preview',
    access: ['create', 'Task'],
    input: z.object({ recurrence: Recurrence, starts_at: LocalDateTime, timezone: TimeZone }),
    returns: z.array(Time).max(previewedDates),
  },
  pause: {
    summary: 'Pause a series',
    failure: 'pause task',
    description: 'Open occurrences stay; none are created until it is resumed.',
    method: 'POST',
    path: '/task/:id/pause',
    problems: ['not_a_series'],
    access: ['update', 'Task'],
    input: ById,
    returns: Task,
  },
  resume: {
    summary: 'Resume a paused or ended series',
    failure: 'resume task',
    description: 'Continues with the next date; missed ones are not created.',
    method: 'POST',
    path: '/task/:id/resume',
    problems: ['not_a_series'],
    access: ['update', 'Task'],
    input: ById,
    returns: Task,
  },
  end: {
    summary: 'End a series',
    failure: 'end task',
    method: 'POST',
    path: '/task/:id/end',
    problems: ['not_a_series'],
    access: ['update', 'Task'],
    input: ById,
    returns: Task,
  },
  sent: {
    summary: 'List the own occurrences of tasks',
    failure: 'load tasks',
    description: "The caller's own occurrences.",
    method: 'GET',
    path: '/task/sent',
    access: ['read', 'SentTask'],
    input: SentTaskFilters,
    returns: page(SentTask),
  },
  getSent: {
    summary: 'Read an occurrence of a task',
    failure: 'load task',
    method: 'GET',
    path: '/task/sent/:id',
    access: ['read', 'SentTask'],
    input: ById,
    returns: SentTask,
    copied: 'dated',
  },
  completeSent: {
    summary: 'Complete an occurrence of a task',
    failure: 'complete task',
    description:
      'Where one of the people is enough, for all of them; `completed_by` names who did it, if not the ' +
      'caller. `proof` may require a note or a photo (`POST file`). A check of effect takes `effect`, from ' +
      'somebody who did not do the checked task, and a note where it did not help: that task then comes ' +
      'again. Repeating is harmless; adding words or photos to a completed task is refused.',
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
    failure: 'skip task',
    problems: ['task_already_done', 'task_already_skipped', 'task_missed'],
    method: 'POST',
    path: '/task/sent/:id/skip',
    access: ['skip', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById.extend({ skipped_reason: z.string().trim().max(500).optional() }),
    returns: SentTask,
  },
  reopenSent: {
    summary: 'Undo the end of an occurrence',
    failure: 'reopen task',
    description:
      'Within 10 minutes, by the person who ended it or a manager. An occurrence that a form completed ' +
      'stays completed.',
    problems: ['task_undo_over'],
    method: 'POST',
    path: '/task/sent/:id/reopen',
    access: ['complete', 'SentTask'],
    afterPlanEnd: 'open',
    input: ById,
    returns: SentTask,
  },
  correct: {
    summary: 'Set the root cause and measure of a corrective task',
    failure: 'update task',
    description:
      'For everybody who may complete it. `root_cause` is one of the list of the company. The days until ' +
      'the check whether it helped need the right to change the task. Fields that are not sent keep their ' +
      'values.',
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
    summary: 'Read the own calendar',
    failure: 'load calendar',
    description:
      "The caller's occurrences between two days of the company's clock, at most 400, with future ones by " +
      'their rules. At most 10,000, the earliest first; `per_day` bounds those of each day, the last of ' +
      'which says how many are left out.',
    method: 'GET',
    path: '/task/calendar',
    problems: ['not_found'],
    access: ['read', 'SentTask'],
    input: CalendarRange.omit({ user_id: true }),
    returns: z.array(CalendarEntry),
    copied: 'dated',
  },
  companyCalendar: {
    summary: 'Read the calendar of a company',
    failure: 'load calendar',
    description: 'The occurrences of everybody, each once.',
    method: 'GET',
    path: '/task/company/calendar',
    problems: ['not_found'],
    access: ['read', 'Task'],
    input: CalendarRange,
    returns: z.array(CalendarEntry),
  },
  sheet: {
    summary: 'Download the work sheet of a day',
    failure: 'load calendar',
    description:
      'The work of everybody, or one person, on a day of the company’s clock, and work left over from the ' +
      '14 days before: PDF, at most 500 lines.',
    method: 'GET',
    path: '/task/company/sheet',
    problems: ['not_found'],
    access: ['read', 'Task'],
    input: z.object({ company_id: Id, date: Day, user_id: Id.optional() }),
    returns: file('application/pdf'),
  },
  newCount: {
    summary: 'Count the own occurrences not yet seen',
    failure: 'load new task count',
    description: "The caller's open occurrences that they have not seen; listing them marks them as seen.",
    method: 'GET',
    path: '/task/:company_id/sent/new/count',
    access: ['read', 'SentTask'],
    input: z.object({ company_id: Id }),
    returns: z.object({ count: z.int() }),
  },
  company: {
    summary: 'List the occurrences of everyone in a company',
    failure: 'load tasks',
    description: 'The occurrences of everyone in the company.',
    method: 'GET',
    path: '/company/:id/tasks',
    access: ['read', 'Task'],
    input: SentTaskFilters.extend({ id: Id, user_id: Id.optional() }),
    returns: page(SentTask),
  },
  board: {
    summary: 'Read the workload of each person of a company',
    failure: 'load tasks',
    description: 'Tasks of the last 28 days and future ones; the person with the most overdue tasks comes first.',
    method: 'GET',
    path: '/company/:id/tasks/people',
    access: ['read', 'Task'],
    input: ById,
    returns: z.array(BoardPerson),
  },
  remind: {
    summary: 'Remind people of their tasks',
    failure: 'remind people',
    problems: ['not_found'],
    description: 'Notifies people with open ones, each at most once an hour; `reminded` says how many.',
    method: 'POST',
    path: '/task/sent/remind',
    access: ['update', 'Task'],
    input: z.object({ sent_task_ids: z.array(Id).min(1).max(maxGiven) }),
    returns: z.object({ reminded: z.int() }),
  },
  give: {
    summary: 'Reassign occurrences of tasks',
    failure: 'assign tasks',
    problems: ['not_found'],
    description: 'Past and begun occurrences stay, and nobody gets one twice. A series continues unchanged.',
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

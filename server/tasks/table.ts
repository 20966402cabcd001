import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { snakeCase } from '#shared/lib/casing.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { controls, effects, priorities, taskProofs } from '#shared/lib/taskFields.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { countedFrom, doneByRules, missedRules, taskKinds } from '#shared/tasks/rules.ts'
import { users } from '../accounts/table.ts'
import { companies, members } from '../companies/table.ts'
import { files } from '../files/table.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import { shownBy, tracked } from '../lib/changes/tracked.ts'
import { created, editable, moment, orderedText, searchText, stampedPlaces } from '../lib/db/columns.ts'
import { companyKey, nameIndexes, ofCompany, sameCompany, searchIndex, timeIndexes } from '../lib/db/companyColumns.ts'
import { isSeen, seenWith, withinReach, withinStampedPlaces } from '../lib/db/isolation.ts'
import { locations } from '../locations/table.ts'
import {
  checkAtMostOneSubject,
  checkOneSubject,
  registers,
  subjectColumnList,
  subjectColumns,
} from '../subjects/registers.ts'
import { before } from './recurrence/zonedTime.ts'

export const tasks = pgTable(
  'tasks',
  {
    ...ofCompany(companies),
    title: orderedText().notNull(),
    /** The same in the languages of the form that it was made from; none where somebody wrote the title. */
    titles: jsonb().$type<LocalizedText>(),
    description: text(),
    priority: text({ enum: priorities }).notNull(),
    kind: text({ enum: taskKinds }).notNull().default('check'),
    /** The proof that completing it asks for. */
    proof: text({ enum: taskProofs }),
    /** Local date and time in `timezone`. */
    startsAt: text().notNull(),
    /** ISO 8601 duration from the start. */
    dueAfter: text().notNull(),
    timezone: text().notNull(),
    formId: integer(),
    /** Says how it is done. */
    guideId: integer(),
    isActive: boolean().notNull().default(true),
    doneBy: text({ enum: doneByRules }).notNull().default('everyone'),
    /** Each subject has occurrences of its own. */
    perSubject: boolean().notNull().default(false),
    /** ISO 8601: how long before its start it can be done; null: as soon as it is there. */
    opensBefore: text(),
    /** ISO 8601: how long after its due time it can be done; null: for ever. */
    lateFor: text(),
    missed: text({ enum: missedRules }).notNull().default('keep'),
    /** An RFC 5545 rule (shared/tasks/recurrence.ts); none: it is done once. */
    recurrence: text(),
    countedFrom: text({ enum: countedFrom }).notNull().default('calendar'),
    /** The starts of single occurrences that are left out. */
    exceptions: moment().array().notNull().default(sql`'{}'`),
    pausedAt: moment(),
    endedAt: moment(),
    /** The start of the next occurrence to generate; null: none. */
    nextAt: moment(),
    /** When to generate it. */
    makeAt: moment(),
    /** How many occurrences were generated, for a rule with a count. */
    madeCount: integer().notNull().default(0),
    /** The series from which this task was split. */
    splitFrom: integer(),
    /** One of the company's list, as it was called then. */
    rootCause: text(),
    /** The cause, in free text. */
    rootCauseWords: text(),
    control: text({ enum: controls }),
    /** Days after completion at which somebody else checks the effect (effect.ts). */
    verifyAfterDays: integer(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    places: stampedPlaces(),
    searchText: searchText('title', 'titles::text', 'description'),
    ...editable(),
  },
  t => [
    companyKey('tasks', t),
    searchIndex('tasks', t),
    ...nameIndexes('tasks_company_id_title', [t.companyId], t.title, [t.id]),
    ...timeIndexes('tasks', t),
    index('tasks_form_idx').on(t.companyId, t.formId),
    index('tasks_created_by_idx').on(t.createdBy),
    sameCompany('tasks_form_id_fk', t, t.formId, forms),
    index('tasks_guide_idx').on(t.companyId, t.guideId),
    sameCompany('tasks_guide_id_fk', t, t.guideId, guides),
    sameCompany('tasks_split_from_fk', t, t.splitFrom, t),
    index('tasks_split_from_idx').on(t.companyId, t.splitFrom),
    // What the job looks for, and the series of a company for its calendar.
    index('tasks_make_at_idx').on(t.makeAt).where(isNotNull(t.makeAt)),
    index('tasks_next_at_idx').on(t.companyId, t.nextAt).where(isNotNull(t.nextAt)),
    // The series of a company, whether or not they go on, for the calendars of its people.
    index('tasks_series_idx').on(t.companyId, t.id).where(isNotNull(t.recurrence)),
    check('tasks_made_when', sql`(${t.nextAt} is null) = (${t.makeAt} is null)`),
  ],
)

export const taskAssignees = pgTable(
  'task_assignees',
  {
    ...ofCompany(companies),
    taskId: integer().notNull(),
    userId: integer(),
    roleId: integer(),
    /** The people responsible for this location at the time. */
    locationId: integer(),
  },
  t => [
    unique('task_assignees_user_key').on(t.companyId, t.taskId, t.userId),
    unique('task_assignees_role_key').on(t.companyId, t.taskId, t.roleId),
    unique('task_assignees_location_key').on(t.companyId, t.taskId, t.locationId),
    index('task_assignees_user_idx').on(t.companyId, t.userId),
    index('task_assignees_location_idx').on(t.companyId, t.locationId),
    sameCompany('task_assignees_task_id_fk', t, t.taskId, tasks),
    sameCompany('task_assignees_user_id_fk', t, t.userId, members),
    sameCompany('task_assignees_location_id_fk', t, t.locationId, locations),
    check('task_assignees_one', sql`num_nonnulls(${t.userId}, ${t.roleId}, ${t.locationId}) = 1`),
  ],
)

export const taskSubjects = pgTable(
  'task_subjects',
  {
    ...ofCompany(companies),
    taskId: integer().notNull(),
    ...subjectColumns(),
  },
  t => [
    unique('task_subjects_subject_key')
      .on(t.companyId, t.taskId, ...subjectColumnList(t))
      .nullsNotDistinct(),
    sameCompany('task_subjects_task_id_fk', t, t.taskId, tasks),
    ...checkOneSubject('task_subjects', t),
  ],
)

/** Neither done, skipped nor missed. */
export const isOpen = (t: Record<'completedAt' | 'skippedAt' | 'missedAt', AnyPgColumn>): SQL =>
  and(isNull(t.completedAt), isNull(t.skippedAt), isNull(t.missedAt)) ?? sql`true`

/** One person's occurrence of a task. */
export const sentTasks = pgTable(
  'sent_tasks',
  {
    ...ofCompany(companies),
    taskId: integer().notNull(),
    userId: integer().notNull(),
    startsAt: moment().notNull(),
    dueAt: moment().notNull(),
    /** Not before; none: as soon as it is there. */
    opensAt: moment(),
    /** Not after; none: for ever. */
    lateUntil: moment(),
    /** Its subject, where each subject has occurrences of its own. */
    ...subjectColumns(),
    seenAt: moment(),
    completedAt: moment(),
    completedBy: integer().references(() => users.id),
    /** The account that recorded the end, perhaps not the person's; only compared, so without a reference. */
    recordedBy: integer(),
    /** The address of the helper from outside who did it (helpers/); they have no account. */
    completedOutside: text(),
    skippedAt: moment(),
    skippedReason: text(),
    /** When its end came in, which may be long after the work was done. */
    recordedAt: moment(),
    note: text(),
    /** When its time was over, or the next one took its place. */
    missedAt: moment(),
    /** Escalation: 1 the assigner knows, 2 the managers know. */
    escalated: integer().notNull().default(0),
    /** Done by a colleague's row, where one of the people is enough. */
    completedVia: integer('done_with'),
    /** When somebody last reminded its person. */
    remindedAt: moment(),
    places: stampedPlaces(),
    createdAt: created(),
  },
  t => [
    companyKey('sent_tasks', t),
    unique('sent_tasks_occurrence_key')
      .on(t.companyId, t.taskId, t.userId, t.startsAt, ...subjectColumnList(t))
      .nullsNotDistinct(),
    index('sent_tasks_start_idx').on(t.companyId, t.startsAt),
    index('sent_tasks_user_start_idx').on(t.companyId, t.userId, t.startsAt),
    index('sent_tasks_late_until_idx')
      .on(t.lateUntil)
      .where(and(isNotNull(t.lateUntil), isNull(t.completedAt), isNull(t.skippedAt), isNull(t.missedAt)) ?? sql`true`),
    index('sent_tasks_escalation_idx')
      .on(t.dueAt)
      .where(sql`${t.escalated} < 2 and num_nonnulls(${t.completedAt}, ${t.skippedAt}, ${t.missedAt}) = 0`),
    sameCompany('sent_tasks_done_with_fk', t, t.completedVia, t),
    index('sent_tasks_done_with_idx').on(t.companyId, t.completedVia),
    ...checkAtMostOneSubject('sent_tasks', t),
    index('sent_tasks_user_due_idx').on(t.companyId, t.userId, t.dueAt, t.id),
    index('sent_tasks_user_completed_idx').on(t.companyId, t.userId, t.completedAt, t.id),
    index('sent_tasks_completed_by_idx').on(t.completedBy),
    index('sent_tasks_company_due_idx').on(t.companyId, t.dueAt, t.id),
    index('sent_tasks_company_completed_idx').on(t.companyId, t.completedAt, t.id),
    // Of years of work little is open, and little was left undone: so these are found without passing by the rest.
    index('sent_tasks_open_idx').on(t.companyId, t.dueAt, t.id).where(isOpen(t)),
    index('sent_tasks_user_open_idx').on(t.companyId, t.userId, t.dueAt, t.id).where(isOpen(t)),
    index('sent_tasks_skipped_idx').on(t.companyId, t.dueAt, t.id).where(isNotNull(t.skippedAt)),
    index('sent_tasks_missed_idx').on(t.companyId, t.dueAt, t.id).where(isNotNull(t.missedAt)),
    sameCompany('sent_tasks_task_id_fk', t, t.taskId, tasks),
    sameCompany('sent_tasks_user_id_fk', t, t.userId, members),
    check('sent_tasks_one_end', sql`num_nonnulls(${t.completedAt}, ${t.skippedAt}, ${t.missedAt}) <= 1`),
  ],
)

/** Photos that prove an occurrence. */
export const sentTaskPhotos = pgTable(
  'sent_task_photos',
  {
    ...ofCompany(companies),
    sentTaskId: integer().notNull(),
    fileId: integer().notNull(),
  },
  t => [
    index('sent_task_photos_sent_task_idx').on(t.companyId, t.sentTaskId),
    unique('sent_task_photos_file_key').on(t.companyId, t.fileId),
    foreignKey({
      name: 'sent_task_photos_sent_task_id_fk',
      columns: [t.companyId, t.sentTaskId],
      foreignColumns: [sentTasks.companyId, sentTasks.id],
    }).onDelete('cascade'),
    sameCompany('sent_task_photos_file_id_fk', t, t.fileId, files),
  ],
)

export type TaskRow = typeof tasks.$inferSelect

export type Series = TaskRow & { recurrence: string }

export const isRecurring = (task: TaskRow): task is Series => task.recurrence !== null

/** Whether a task gets further occurrences: it is a series that is not archived, paused or ended. */
export const isOngoing = (task: TaskRow): task is Series =>
  isRecurring(task) && !task.archivedAt && !task.pausedAt && !task.endedAt

/** How long before it opens an occurrence is generated: people see it and take it offline. */
const generatedAhead = 'P1D'

/** Returns the columns for the next occurrence and when to generate it. */
export function scheduleColumns(task: Pick<Series, 'timezone' | 'opensBefore'>, nextAt: Date | null) {
  if (!nextAt) return { nextAt: null, makeAt: null }
  const opens = task.opensBefore ? before(nextAt, task.opensBefore, task.timezone) : nextAt
  return { nextAt, makeAt: before(opens, generatedAhead, task.timezone) }
}

/** The check of a completed occurrence: the task that asks, and its result. */
export const effectChecks = pgTable(
  'effect_checks',
  {
    ...ofCompany(companies),
    /** What was done. */
    sentTaskId: integer().notNull(),
    /** The task that asks after it. */
    taskId: integer().notNull(),
    /** None until somebody has looked. */
    effect: text({ enum: effects }),
  },
  t => [
    companyKey('effect_checks', t),
    unique('effect_checks_task_key').on(t.companyId, t.taskId),
    index('effect_checks_sent_task_idx').on(t.companyId, t.sentTaskId),
    foreignKey({
      name: 'effect_checks_sent_task_id_fk',
      columns: [t.companyId, t.sentTaskId],
      foreignColumns: [sentTasks.companyId, sentTasks.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'effect_checks_task_id_fk',
      columns: [t.companyId, t.taskId],
      foreignColumns: [tasks.companyId, tasks.id],
    }).onDelete('cascade'),
  ],
)

/** Of a task that is done for each subject apart, one subject within the reach is enough: the others are not named. */
export const taskIsolation = [
  withinReach(
    tasks,
    `${withinStampedPlaces('task', 'per_subject')} or created_by = {me}
       or id = any((select given_tasks())::int[])`,
  ),
  withinReach(
    sentTasks,
    `${withinStampedPlaces('sent_task')} or user_id = {me} or completed_by = {me}
       or task_id = any((select made_tasks())::int[])`,
  ),
  tracked(tasks, ['createdBy', 'perSubject', 'places']),
  tracked(sentTasks, ['taskId', 'userId', 'completedBy', 'places']),
  // An archived task takes its open occurrences out of the lists, and all of them bear its title.
  shownBy(tasks, ['archivedAt', 'title', 'description', 'priority', 'formId', 'guideId'], {
    kind: sentTasks,
    where: 'o.company_id = new.company_id and o.task_id = new.id',
  }),
  seenWith(taskAssignees, [['task_id', tasks]]),
  withinReach(
    taskSubjects,
    `exists (select from tasks seen where seen.company_id = {table}.company_id and seen.id = {table}.task_id
       and (not seen.per_subject or seen.created_by = {me}
         or ${subjectTypes.map(type => isSeen(snakeCase(registry[type].column), registers[type])).join(' or ')}))`,
  ),
  seenWith(sentTaskPhotos, [['sent_task_id', sentTasks]]),
  seenWith(effectChecks, [
    ['sent_task_id', sentTasks],
    ['task_id', tasks],
  ]),
]

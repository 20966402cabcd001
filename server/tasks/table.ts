import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { priorities } from '#shared/tasks/priorities.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { companies, memberships } from '../companies/table.ts'
import { forms } from '../forms/table.ts'
import { created, editable, moment, orderedText } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany, timeIndexes } from '../lib/db/companyColumns.ts'
import { locations } from '../locations/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'

/** Nobody can be given a task of a company that they do not belong to. Ended memberships stay, and so does what was done. */
const members = { companyId: memberships.companyId, id: memberships.userId }

export const tasks = pgTable(
  'tasks',
  {
    ...ofCompany(companies),
    title: orderedText().notNull(),
    description: text(),
    priority: text({ enum: priorities }).notNull(),
    /** Local date and time in `timezone`. */
    startsAt: text().notNull(),
    /** ISO 8601 duration from the start. */
    dueAfter: text().notNull(),
    timezone: text().notNull(),
    formId: integer(),
    isActive: boolean().notNull().default(true),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    ...editable(),
  },
  t => [
    companyKey('tasks', t),
    index('tasks_company_id_title_idx').on(t.companyId, t.title),
    ...timeIndexes('tasks', t),
    index('tasks_form_idx').on(t.companyId, t.formId),
    index('tasks_created_by_idx').on(t.createdBy),
    sameCompany('tasks_form_id_fk', t, t.formId, forms),
  ],
)

export const taskAssignees = pgTable(
  'task_assignees',
  {
    ...ofCompany(companies),
    taskId: integer().notNull(),
    userId: integer(),
    roleId: integer(),
  },
  t => [
    unique('task_assignees_user_key').on(t.companyId, t.taskId, t.userId),
    unique('task_assignees_role_key').on(t.companyId, t.taskId, t.roleId),
    index('task_assignees_user_idx').on(t.companyId, t.userId),
    sameCompany('task_assignees_task_id_fk', t, t.taskId, tasks),
    sameCompany('task_assignees_user_id_fk', t, t.userId, members),
    check('task_assignees_one', sql`num_nonnulls(${t.userId}, ${t.roleId}) = 1`),
  ],
)

export const taskSubjects = pgTable(
  'task_subjects',
  {
    ...ofCompany(companies),
    taskId: integer().notNull(),
    animalId: integer(),
    animalGroupId: integer(),
    locationId: integer(),
    vehicleId: integer(),
  },
  t => [
    unique('task_subjects_subject_key')
      .on(t.companyId, t.taskId, t.animalId, t.animalGroupId, t.locationId, t.vehicleId)
      .nullsNotDistinct(),
    index('task_subjects_animal_idx').on(t.companyId, t.animalId),
    index('task_subjects_animal_group_idx').on(t.companyId, t.animalGroupId),
    index('task_subjects_location_idx').on(t.companyId, t.locationId),
    index('task_subjects_vehicle_idx').on(t.companyId, t.vehicleId),
    sameCompany('task_subjects_task_id_fk', t, t.taskId, tasks),
    sameCompany('task_subjects_animal_id_fk', t, t.animalId, animals),
    sameCompany('task_subjects_animal_group_id_fk', t, t.animalGroupId, animalGroups),
    sameCompany('task_subjects_location_id_fk', t, t.locationId, locations),
    sameCompany('task_subjects_vehicle_id_fk', t, t.vehicleId, vehicles),
    check(
      'task_subjects_one',
      sql`num_nonnulls(${t.animalId}, ${t.animalGroupId}, ${t.locationId}, ${t.vehicleId}) = 1`,
    ),
  ],
)

/** One person's occurrence of a task. */
export const sentTasks = pgTable(
  'sent_tasks',
  {
    ...ofCompany(companies),
    taskId: integer().notNull(),
    userId: integer().notNull(),
    startsAt: moment().notNull(),
    dueAt: moment().notNull(),
    seenAt: moment(),
    completedAt: moment(),
    completedBy: integer().references(() => users.id),
    skippedAt: moment(),
    skippedReason: text(),
    createdAt: created(),
  },
  t => [
    companyKey('sent_tasks', t),
    unique('sent_tasks_occurrence_key').on(t.companyId, t.taskId, t.userId, t.startsAt),
    index('sent_tasks_user_due_idx').on(t.companyId, t.userId, t.dueAt),
    index('sent_tasks_user_completed_idx').on(t.companyId, t.userId, t.completedAt),
    index('sent_tasks_completed_by_idx').on(t.completedBy),
    index('sent_tasks_company_due_idx').on(t.companyId, t.dueAt),
    index('sent_tasks_company_completed_idx').on(t.companyId, t.completedAt),
    sameCompany('sent_tasks_task_id_fk', t, t.taskId, tasks),
    sameCompany('sent_tasks_user_id_fk', t, t.userId, members),
    check('sent_tasks_one_end', sql`${t.completedAt} is null or ${t.skippedAt} is null`),
  ],
)

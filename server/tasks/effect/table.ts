import { foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { effects } from '#shared/lib/taskFields.ts'
import { companies } from '../../companies/table.ts'
import { companyKey, ofCompany } from '../../lib/db/companyColumns.ts'
import { sentTasks, tasks } from '../table.ts'

/** The task by which somebody else looks whether what was done helped, and what they found. */
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

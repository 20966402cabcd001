import { type SQL, sql } from 'drizzle-orm'
import { registry } from '#shared/subjects/registry.ts'
import { type Pointing, pointersOf } from '../../subjects/registers.ts'
import { taskSubjects, tasks } from '../table.ts'
import type { Range } from './days.ts'

/** About one thing: the row itself, or its task. */
export function isAbout({ subjectType, subjectId }: Range, own: Pointing | null): SQL | undefined {
  if (!subjectType || subjectId === undefined) return undefined
  const { column } = registry[subjectType]
  const ofTask = sql`exists (
    select from ${taskSubjects} where ${taskSubjects.companyId} = ${tasks.companyId} and ${taskSubjects.taskId} = ${tasks.id}
      and ${taskSubjects[column]} = ${subjectId})`
  if (!own) return ofTask
  return sql`(${own[column]} = ${subjectId} or (num_nonnulls(${sql.join(pointersOf(own), sql`, `)}) = 0 and ${ofTask}))`
}

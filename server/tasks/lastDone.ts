import { and, eq, isNull } from 'drizzle-orm'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import { tasks } from './table.ts'

export const ofForm = eq(forms.id, tasks.formId)

/** The guide of a task, as long as it can be read. */
export const ofGuide = and(eq(guides.id, tasks.guideId), eq(guides.status, 'published'), isNull(guides.archivedAt))

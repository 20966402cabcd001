import type { OpenTaskChoice } from '#shared/forms/openTasks.ts'
import { Fact } from '../lib/events.ts'

/** A form was archived, and it was said what becomes of the tasks that ask for it. */
export const formArchived = new Fact<{ companyId: number; formId: number; openTasks: OpenTaskChoice }>('form.archived')

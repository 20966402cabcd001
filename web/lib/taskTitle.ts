import { titleIn } from '#shared/lib/taskFields.ts'
import { currentLocale } from './locale.ts'

/** A task's title in the language of the screen, as of now: components that show it render again when that changes. */
export const taskTitle = (task: Parameters<typeof titleIn>[0]): string => titleIn(task, currentLocale())

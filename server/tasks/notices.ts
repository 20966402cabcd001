/** What people are told of tasks: that they were given one, and, one after the other, that somebody else's is overdue. */
import type { Titled } from '#shared/lib/taskFields.ts'
import type { SaidName, Topic } from '../lib/delivery/topic.ts'

type Given = Titled & { taskId: number; sentId: number | null; by: string; isUrgent: boolean }
type Overdue = Titled & { taskId: number; person: string; isUrgent: boolean }

/** What a task is called, to be said in whatever language it is read. */
export const saidTitle = ({ title, titles }: Titled): SaidName => (titles ? { title, titles } : title)

export const taskAssigned: Topic<Given> = {
  name: 'task.assigned',
  bell: ({ taskId, sentId, by, isUrgent, ...titled }) => ({
    values: { title: saidTitle(titled), by },
    href: sentId === null ? '/tasks' : `/tasks/${sentId}`,
    about: `task ${taskId}`,
    isUrgent,
  }),
}

export const taskOverdue: Topic<Overdue> = {
  name: 'task.overdue',
  bell: ({ taskId, person, isUrgent, ...titled }) => ({
    values: { title: saidTitle(titled), person },
    href: `/company/tasks/assignments/${taskId}`,
    about: `task ${taskId}`,
    isUrgent,
  }),
}

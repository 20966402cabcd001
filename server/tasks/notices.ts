/** What people are told of tasks: that they were given one, and, one after the other, that somebody else's is overdue. */
import type { Topic } from '../lib/delivery/topic.ts'

type Given = { taskId: number; sentId: number | null; title: string; by: string; isUrgent: boolean }
type Overdue = { taskId: number; title: string; person: string; isUrgent: boolean }

export const taskAssigned: Topic<Given> = {
  name: 'task.assigned',
  bell: ({ taskId, sentId, title, by, isUrgent }) => ({
    values: { title, by },
    href: sentId === null ? '/tasks' : `/tasks/${sentId}`,
    about: `task ${taskId}`,
    isUrgent,
  }),
}

export const taskOverdue: Topic<Overdue> = {
  name: 'task.overdue',
  bell: ({ taskId, title, person, isUrgent }) => ({
    values: { title, person },
    href: `/company/tasks/assignments/${taskId}`,
    about: `task ${taskId}`,
    isUrgent,
  }),
}

import type { Topic } from '../../lib/delivery/topic.ts'

type Told = { sentId: number; taskId: number; title: string; helper: string }

const bell = ({ sentId, taskId, title, helper }: Told) => ({
  values: { title, helper },
  href: `/tasks/${sentId}`,
  about: `task ${taskId}`,
})

export const helperSaid: Topic<Told> = { name: 'task.helper_said', bell }
export const helperDone: Topic<Told> = { name: 'task.helper_done', bell }

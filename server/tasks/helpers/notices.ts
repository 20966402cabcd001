import type { Titled } from '#shared/lib/taskFields.ts'
import type { Topic } from '../../lib/delivery/topic.ts'
import { saidTitle } from '../notices.ts'

type Told = Titled & { sentId: number; taskId: number; helper: string }

const bell = ({ sentId, taskId, helper, ...titled }: Told) => ({
  values: { title: saidTitle(titled), helper },
  href: `/tasks/${sentId}`,
  about: `task ${taskId}`,
})

export const helperSaid: Topic<Told> = { name: 'task.helper_said', bell }
export const helperDone: Topic<Told> = { name: 'task.helper_done', bell }

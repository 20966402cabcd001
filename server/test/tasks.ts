import type { InputOf } from '#shared/lib/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import type { SentTask } from '#shared/tasks/task.ts'
import type { Person } from './people.ts'

/** A task that a manager sends to one person; what that person got. */
export async function sendTask(
  boss: Person,
  to: Person,
  draft: Partial<InputOf<typeof tasks.create>> = {},
): Promise<SentTask> {
  const task = await boss.call(tasks.create, { title: 'Count the ewes', assignees: [{ user_id: to.id }], ...draft })
  const sent = await boss.call(tasks.company, { id: task.company_id, user_id: to.id, per_page: 100 })
  const found = sent.data.find(({ task_id }) => task_id === task.id)
  if (!found) throw new Error('The task was not sent.')
  return found
}

import type { SubjectRef } from '#shared/subjects/contract.ts'
import { TaskLines } from '../subjects/TaskLines.tsx'
import { cachedTasks } from './taskCache.ts'

/** The own open tasks about something, of those that this device keeps. */
export function TasksAtHand({ about }: { about: SubjectRef }) {
  const tasks = cachedTasks()?.tasks.filter(({ subjects }) =>
    subjects.some(({ type, id }) => type === about.type && id === about.id),
  )
  return <TaskLines tasks={tasks ?? []} total={tasks?.length ?? 0} />
}

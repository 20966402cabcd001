/** The queues as they are to be: what is so already costs nothing at a start. */
import type { PgBoss, Queue, QueueResult } from 'pg-boss'

type Wanted = Omit<Queue, 'name'>
export type Queues = { bring(name: string, wanted: Wanted): Promise<void> }

/** Reads the queues that are there, once for all that are brought to be as they are wanted. */
export async function queuesOf(boss: PgBoss): Promise<Queues> {
  const known = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  return {
    bring: async (name, wanted) => {
      const queue = known.get(name)
      if (!queue) await boss.createQueue(name, wanted)
      else if (!isAs(queue, wanted)) await boss.updateQueue(name, wanted)
    },
  }
}

const isAs = (queue: QueueResult, wanted: Wanted) =>
  Object.entries(wanted).every(([option, value]) => queue[option as keyof QueueResult] === value)

/** Creates and updates pg-boss queues; those that are right already cost nothing at a start. */
import type { PgBoss, Queue, QueueResult } from 'pg-boss'

type Wanted = Omit<Queue, 'name'>
export type Queues = { ensure(name: string, wanted: Wanted): Promise<void> }

/** Reads the present queues once, for all calls of `ensure`. */
export async function queuesOf(boss: PgBoss): Promise<Queues> {
  const known = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  return {
    ensure: async (name, wanted) => {
      const queue = known.get(name)
      if (!queue) await boss.createQueue(name, wanted)
      else if (!isAs(queue, wanted)) await boss.updateQueue(name, wanted)
    },
  }
}

const isAs = (queue: QueueResult, wanted: Wanted) =>
  Object.entries(wanted).every(([option, value]) => queue[option as keyof QueueResult] === value)

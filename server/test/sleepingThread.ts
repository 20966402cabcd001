/** For the tests: a piece of heavy work that works, or waits, for some milliseconds. */
import { setTimeout as delay } from 'node:timers/promises'

export default async function sleep({ works = 0, waits = 0 }: { works?: number; waits?: number }): Promise<'done'> {
  const end = performance.now() + works
  while (performance.now() < end /** Works. */);
  await delay(waits)
  return 'done'
}

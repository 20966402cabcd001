/**
 * Counts waiting work on this device by person. Entries of signed-out people are encrypted; their states are not, and
 * only those are read.
 */
import { visitorId } from './encryption/deviceKey.ts'
import { resultOf } from './keyValueStore.ts'

const waiting = ['waiting', 'sending', 'refused']
/** What may be on this device alone: of a draft nobody else can say. */
const unsent = [...waiting, 'draft']

/**
 * How much of other people's work waits to be sent. The person's own database is not opened a second time: this is
 * asked while they type.
 */
export async function pendingByOtherUsers(userId: number): Promise<number> {
  const counts = await countByPerson(waiting, owner => owner !== userId)
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Work on its way or refused, of every person on this device. */
export const pendingByUser = () => countByPerson(waiting)

/** The same with drafts. */
export const unsentByUser = () => countByPerson(unsent)

async function countByPerson(states: string[], isWanted = (_: number) => true): Promise<Map<number, number>> {
  const databases = (await indexedDB.databases?.()) ?? []
  const owners = databases.map(({ name }) => Number(name?.match(/^tend-(\d+)$/)?.[1] ?? visitorId))
  const counts = await Promise.all(
    owners
      .filter(owner => owner !== visitorId && isWanted(owner))
      .map(async owner => [owner, await countIn(`tend-${owner}`, states).catch(() => 0)] as const),
  )
  return new Map(counts.filter(([, count]) => count > 0))
}

async function countIn(name: string, states: string[]): Promise<number> {
  const database = await resultOf(indexedDB.open(name))
  try {
    if (!database.objectStoreNames.contains('entries')) return 0
    const byState = database.transaction('entries').objectStore('entries').index('state')
    const counts = await Promise.all(states.map(state => resultOf(byState.count(state))))
    return counts.reduce((sum, count) => sum + count, 0)
  } finally {
    database.close()
  }
}

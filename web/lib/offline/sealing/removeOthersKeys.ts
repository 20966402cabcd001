import { keptPeople } from '../../people.ts'
import { forgetCopies } from '../forgetCopies.ts'
import { forgetKey } from './deviceKey.ts'

/** Whoever is signed out has neither key nor copies here, also where the end of their session was cut off by the end of the app. */
export async function removeOthersKeys(userId: number | undefined): Promise<void> {
  // Whoever handed the device over comes back to what they read, which is sealed meanwhile.
  const away = new Set(keptPeople().flatMap(({ user_id, isAway }) => (isAway ? [user_id] : [])))
  const databases = (await indexedDB.databases?.()) ?? []
  for (const { name } of databases) {
    const owner = Number(name?.match(/^tend-(?:key|copies)-(\d+)$/)?.[1] ?? userId)
    if (owner === userId) continue
    forgetKey(owner)
    if (!away.has(owner)) forgetCopies(owner)
  }
}

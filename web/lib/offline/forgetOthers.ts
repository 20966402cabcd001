import { forgetKey } from './deviceKey.ts'
import { forgetCopies } from './forgetCopies.ts'

/** Whoever is signed out has neither key nor copies here, also where the end of their session was cut off by the end of the app. */
export async function forgetOthers(userId: number | undefined): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? []
  for (const { name } of databases) {
    const owner = Number(name?.match(/^tend-(?:key|copies)-(\d+)$/)?.[1] ?? userId)
    if (owner === userId) continue
    forgetKey(owner)
    forgetCopies(owner)
  }
}

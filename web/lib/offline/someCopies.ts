/** Of copies that are files: which are here, and room for others. */
import { inCopies } from './copies.ts'

/** Which of these are here, without opening them. */
export const keysKept = (userId: number, keys: string[]): Promise<Set<string>> =>
  inCopies(userId, async copies => new Set(await copies.where('key').anyOf(keys).primaryKeys())).catch(() => new Set())

/** Makes room. */
export const removeCopies = (userId: number, keys: string[]): Promise<void> =>
  inCopies(userId, copies => copies.bulkDelete(keys)).catch(error => console.warn('A copy stays', error))

import { newKey } from '../../lib/attemptKey.ts'
import type { FillingSearch } from './fillingSearch.ts'

/** The draft that was named last, of which nothing can be known anywhere yet. */
let born: string | undefined

/**
 * The id under which an address is opened: what is begun anew gets one at once. A task may have been begun before, here or elsewhere, which
 * has to be looked up (`openDraft`).
 */
export function idToOpen(id: string, { task }: FillingSearch): string {
  if (id !== 'new' || task !== undefined) return id
  born = newKey()
  return born
}

/** Whether a draft was named by this page just now; it is said once. */
export function isBornNow(id: string): boolean {
  if (id !== born) return false
  born = undefined
  return true
}

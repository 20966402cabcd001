import type { SubjectRef } from '#shared/subjects/contract.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { positiveInteger } from '../../lib/listSearch.ts'

/**
 * What the address of a form to fill in says: what a new one is for and about (`animal:12`, or `none`), from which seed
 * its animals are drawn, and which section is shown.
 */
export type FillingSearch = { form?: number; task?: number; step?: number; about?: string; seed?: number }

const numbers = ['form', 'task', 'step', 'seed'] as const

/** Reads it; what makes no sense is left out. */
export function fillingSearch(raw: Record<string, unknown>): FillingSearch {
  const about = raw.about === 'none' || subjectOf(raw.about) ? (raw.about as string) : undefined
  const read = [...numbers.map(name => [name, positiveInteger(raw[name])] as const), ['about', about] as const]
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** The subject that such an address names; undefined for `none`. */
export function subjectOf(about: unknown): SubjectRef | undefined {
  const [named, id] = String(about).split(':')
  const type = subjectTypes.find(one => one === named)
  // Below zero where this device registered it and the server does not know it yet.
  const number = positiveInteger(id) ?? (Number.isInteger(Number(id)) && Number(id) < 0 ? Number(id) : undefined)
  return type && number ? { type, id: number } : undefined
}

/** The draft that was named last, of which nothing can be known anywhere yet. */
let born: string | undefined

/**
 * The id under which an address is opened: a form begun again gets one at once. A task may have been begun before, here
 * or elsewhere, which has to be looked up (`openDraft`).
 */
export function resolveDraftId(id: string, { task }: FillingSearch): string {
  if (id !== 'new' || task !== undefined) return id
  born = newKey()
  return born
}

/** Whether a draft was named by this page just now; it is said once. */
export function isNewDraft(id: string): boolean {
  if (id !== born) return false
  born = undefined
  return true
}

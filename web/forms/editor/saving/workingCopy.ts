/**
 * What is not on the server yet, kept in this tab until it is: it survives a reload, a crash and an ended session. It holds what the
 * server had when the changes began, so that they can be brought together with what others saved meanwhile.
 */
import type { FormContent } from '../structure/content.ts'

export type Saved = { content: FormContent; revision: number }
export type WorkingCopy = { base: Saved; content: FormContent }

const keyOf = (userId: number, formId: number) => `tend_form_${userId}_${formId}`

/** The copy of an earlier visit, or null. */
export function readWorkingCopy(userId: number, formId: number): WorkingCopy | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId, formId)) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a copy; without one, forgets it. False when there is no room. */
export function keepWorkingCopy(userId: number, formId: number, copy: WorkingCopy | null): boolean {
  try {
    if (copy) sessionStorage.setItem(keyOf(userId, formId), JSON.stringify(copy))
    else sessionStorage.removeItem(keyOf(userId, formId))
    return true
  } catch {
    return false
  }
}

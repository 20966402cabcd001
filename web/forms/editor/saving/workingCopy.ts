/**
 * What is not on the server yet, kept in this tab until it is: it survives a reload, a crash and an ended session. It holds what the
 * server had when the changes began, so that they can be brought together with what others saved meanwhile.
 */

import { inTab, isRecord } from '../../../lib/storage.ts'
import type { FormContent } from '../structure/content.ts'

export type Saved = { content: FormContent; revision: number }
export type WorkingCopy = { base: Saved; content: FormContent }

const keyOf = (userId: number, formId: number) => `tend_form_${userId}_${formId}`

/** The copy of an earlier visit, or null. */
export function readWorkingCopy(userId: number, formId: number): WorkingCopy | null {
  const kept = inTab.readJson(keyOf(userId, formId))
  return isRecord(kept) && isRecord(kept.base) && isRecord(kept.content) ? (kept as WorkingCopy) : null
}

/** Keeps a copy; without one, forgets it. False when there is no room. */
export function keepWorkingCopy(userId: number, formId: number, copy: WorkingCopy | null): boolean {
  if (copy) return inTab.write(keyOf(userId, formId), JSON.stringify(copy))
  inTab.remove(keyOf(userId, formId))
  return true
}

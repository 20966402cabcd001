/** How a form is saved while it is edited (`lib/Autosave.ts`), and its copy in this tab. */
import type { FormDetail } from '#shared/forms/contract.ts'
import { Autosave, type Rules, type SaveState, type WorkingCopy } from '../../../lib/Autosave.ts'
import { inTab, isRecord } from '../../../lib/storage.ts'
import { changesBetween, contentOf, type FormContent, isEditable, isNamed } from '../structure/content.ts'
import { mergeContent } from './mergeContent.ts'

export type FormWorkingCopy = WorkingCopy<FormContent>
export type FormSaveState = SaveState<FormContent>
export type FormAutosave = Autosave<FormContent, FormDetail, Partial<FormContent>>

type Ports = Pick<Rules<FormContent, FormDetail, Partial<FormContent>>, 'send' | 'keep' | 'onAnswer' | 'onRebased'>

export const formAutosave = (start: FormWorkingCopy, ports: Ports): FormAutosave =>
  new Autosave(start, {
    ...ports,
    changes(before, after) {
      const changes = changesBetween(before, after)
      return Object.keys(changes).length > 0 ? changes : null
    },
    contentOf: form => (isEditable(form) ? contentOf(form) : null),
    merge(sides) {
      const { mine, conflicting } = mergeContent(sides)
      return { content: mine, conflicting }
    },
    isNamed,
  })

const keyOf = (userId: number, formId: number) => `tend_form_${userId}_${formId}`

/** The unsent copy that an earlier visit left, or null. */
export function readWorkingCopy(userId: number, formId: number): FormWorkingCopy | null {
  const kept = inTab.readJson(keyOf(userId, formId))
  return isRecord(kept) && isRecord(kept.base) && isRecord(kept.content) ? (kept as FormWorkingCopy) : null
}

/** Keeps a copy; without one, forgets it. */
export function keepWorkingCopy(userId: number, formId: number, copy: FormWorkingCopy | null): void {
  if (copy) inTab.write(keyOf(userId, formId), JSON.stringify(copy))
  else inTab.remove(keyOf(userId, formId))
}

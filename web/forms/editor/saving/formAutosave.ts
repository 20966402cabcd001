/** How a form is saved while it is edited (`lib/Autosave.ts`), and its copy in this tab. */
import type { FormDetail } from '#shared/forms/contract.ts'
import { Autosave, type Rules, type SaveState, type WorkingCopy } from '../../../lib/Autosave.ts'
import { inTab, isRecord, storedJson } from '../../../lib/storage.ts'
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

/** The unsent copy in this tab, or null. */
export const storedForm = (userId: number, formId: number) =>
  storedJson(inTab, `tend_form_${userId}_${formId}`, kept =>
    isRecord(kept) && isRecord(kept.base) && isRecord(kept.content) ? (kept as FormWorkingCopy) : null,
  )

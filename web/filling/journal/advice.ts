import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import type { Entry } from './entry.ts'

/** What the person can do about an entry that did not get through: the key of its text below `filling.outbox.advice`. */
export function advice({ state, conflict, last_error: error }: Pick<Entry, 'state' | 'conflict' | 'last_error'>) {
  if (conflict) return 'decide'
  if (!error || state === 'done') return undefined
  if (isUnderway({ state })) return error.status >= 400 ? 'wait' : undefined
  if (error.code === 'submission_complete') return 'compare'
  if (error.code.startsWith('task_')) return 'withoutTask'
  if (error.code === 'subject_required') return 'saySubject'
  if (error.code === 'form_not_published') return 'askToOpen'
  if (error.status === 403 || error.status === 404) return 'askManager'
  if (error.code === 'invalid') return 'mend'
  // The same would be refused again, however often it is completed.
  if ([400, 413, 415].includes(error.status)) return 'saveCopy'
  if (state === 'refused') return 'again'
  return undefined
}

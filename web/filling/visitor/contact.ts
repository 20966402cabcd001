/** What the visitor types beside the answers, kept like them until these are sent: how they can be reached, and where a copy goes. */
import { onDevice } from '../../lib/storage.ts'

type Beside = 'contact' | 'copy'

const keyOf = (what: Beside, formId: number) => `tend_public_${what}_${formId}`

export const keptBeside = (what: Beside, formId: number): string => onDevice.read(keyOf(what, formId)) ?? ''
export function keepBeside(what: Beside, formId: number, text: string): void {
  if (text === '') onDevice.remove(keyOf(what, formId))
  else onDevice.write(keyOf(what, formId), text)
}

export function forgetBeside(formId: number): void {
  for (const what of ['contact', 'copy'] as const) onDevice.remove(keyOf(what, formId))
}

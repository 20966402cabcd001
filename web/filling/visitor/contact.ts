/** What the visitor types beside the answers, kept like them until these are sent: how they can be reached, and where a copy goes. */
type Beside = 'contact' | 'copy'

const keyOf = (what: Beside, formId: number) => `tend_public_${what}_${formId}`

export const keptBeside = (what: Beside, formId: number): string => localStorage.getItem(keyOf(what, formId)) ?? ''
export const keepBeside = (what: Beside, formId: number, text: string): void =>
  text === '' ? localStorage.removeItem(keyOf(what, formId)) : localStorage.setItem(keyOf(what, formId), text)

export function forgetBeside(formId: number): void {
  for (const what of ['contact', 'copy'] as const) localStorage.removeItem(keyOf(what, formId))
}

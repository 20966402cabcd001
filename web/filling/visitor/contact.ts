/** How the visitor can be reached, as it is typed: kept beside their answers to the form, until these are sent. */
const keyOf = (formId: number) => `tend_public_contact_${formId}`

export const keptContact = (formId: number): string => localStorage.getItem(keyOf(formId)) ?? ''
export const keepContact = (formId: number, text: string): void => localStorage.setItem(keyOf(formId), text)
export const forgetContact = (formId: number): void => localStorage.removeItem(keyOf(formId))

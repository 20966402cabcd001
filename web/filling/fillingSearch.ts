/** What the address of a form to fill in says: what a new one is for, and which section is shown. */
export type FillingSearch = { form?: number; task?: number; step?: number }

const positive = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** Reads it; what makes no sense is left out. */
export function fillingSearch(raw: Record<string, unknown>): FillingSearch {
  const read = { form: positive(raw.form), task: positive(raw.task), step: positive(raw.step) }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

import type { SubjectRef } from '#shared/subjects/contract.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'

/**
 * What the address of a form to fill in says: what a new one is for and about (`animal:12`, or `none`), from which seed its animals are drawn,
 * and which section is shown.
 */
export type FillingSearch = { form?: number; task?: number; step?: number; about?: string; seed?: number }

const numbers = ['form', 'task', 'step', 'seed'] as const

const positive = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** Reads it; what makes no sense is left out. */
export function fillingSearch(raw: Record<string, unknown>): FillingSearch {
  const about = raw.about === 'none' || subjectOf(raw.about) ? (raw.about as string) : undefined
  const read = [...numbers.map(name => [name, positive(raw[name])] as const), ['about', about] as const]
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** The subject that such an address names; undefined for `none`. */
export function subjectOf(about: unknown): SubjectRef | undefined {
  const [named, id] = String(about).split(':')
  const type = subjectTypes.find(one => one === named)
  // Below zero where this device registered it and the server does not know it yet.
  const number = positive(id) ?? (Number.isInteger(Number(id)) && Number(id) < 0 ? Number(id) : undefined)
  return type && number ? { type, id: number } : undefined
}

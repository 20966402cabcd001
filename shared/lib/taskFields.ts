import type { LocalizedText } from './fields.ts'
import { defaultLocale, type Locale } from './language.ts'

/** Priorities of a task from low to high. Separate from the contract, so that the browser loads no schemas for them. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

/** Proofs that completing a task can demand: one of the two, a note, or a photo. Either may come with the other. */
export const taskProofs = ['any', 'note', 'photo'] as const
export type TaskProof = (typeof taskProofs)[number]

/** Whether a note and photos satisfy what a task demands. */
export const isProven = (proof: TaskProof | null, note: string | null | undefined, photos: number): boolean =>
  proof === null || (photos > 0 && proof !== 'note') || (Boolean(note?.trim()) && proof !== 'photo')

/** Bound of photos as proof of a task. */
export const maxProofPhotos = 5

// Corrective task: its cause, measure and check. Separate from the contract, so that the browser loads no schemas for
// it.

/** Hierarchy of controls, the strongest first. */
export const controls = ['eliminate', 'substitute', 'engineering', 'administrative', 'protective'] as const
export type Control = (typeof controls)[number]

/** Results of a check whether a correction helped. */
export const effects = ['worked', 'failed'] as const
export type Effect = (typeof effects)[number]

/** Bound of days until that check. */
export const maxVerifyDays = 365

/** Bounds of a company's root causes, and of the length of one. */
export const maxRootCauses = 50
export const maxRootCauseLength = 100

export type Titled = { title: string; titles?: LocalizedText | null | undefined }

/** A task's title as one reader sees it: of one that was made from a form, as the form is called in their language. */
export const titleIn = ({ title, titles }: Titled, asked: Locale = defaultLocale): string =>
  titles?.[asked]?.trim() || title

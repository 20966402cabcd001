import { z } from 'zod'
import { Id } from './fields.ts'

/** What a task or a submission is about: rows of the registers. */
export const subjectTypes = ['animal', 'animal_group', 'location'] as const
export type SubjectType = (typeof subjectTypes)[number]

export const SubjectRef = z.object({ type: z.enum(subjectTypes), id: Id })
export type SubjectRef = z.infer<typeof SubjectRef>

export const NamedSubject = SubjectRef.extend({ name: z.string() })
export type NamedSubject = z.infer<typeof NamedSubject>

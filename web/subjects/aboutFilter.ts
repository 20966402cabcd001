import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectFilter } from '#shared/subjects/registry.ts'

/** The filter by which lists of tasks, findings and submissions narrow to what is about one thing. */
export const aboutFilter = ({ type, id }: SubjectRef): { [Name in SubjectFilter]?: number } => ({
  [registry[type].filter]: id,
})

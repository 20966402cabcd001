import type { SentTask } from '#shared/tasks/contract.ts'

/** Where the form of a task is filled in: the draft that was begun, or a new one. Null for a task without a form. */
export function fillingPath({ id, form_id, submission_id }: SentTask): string | null {
  if (form_id === null) return null
  return submission_id ? `/submission/filling/${submission_id}` : `/submission/filling/new?form=${form_id}&task=${id}`
}

import type { ContextKey } from '#shared/forms/elementFields.ts'
import type { Question } from '#shared/forms/questions.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'

const subjectKeys = subjectTypes.map(type => `subject_${type}` as const)
const moments: ContextKey[] = ['now', 'started_at', 'completed_at']
const words: ContextKey[] = [
  'user_name',
  'user_email',
  'user_id',
  'company_name',
  'language',
  'device_id',
  'today',
  ...moments,
  'subject',
  ...subjectKeys,
]

/** What is known without asking that answers a question of this type, the most usual first; nothing where an answer needs a person. */
export function contextKeysFor(type: Question['type']): ContextKey[] {
  switch (type) {
    case 'text':
    case 'hidden':
    case 'barcode':
      return words
    case 'date':
      return ['today', ...moments]
    case 'time':
    case 'date_time':
      return moments
    case 'user':
      return ['user_name']
    default:
      return subjectKeys.filter(key => key === `subject_${type}`)
  }
}

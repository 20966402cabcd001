import type { LocalizedText } from '#shared/lib/fields.ts'
import { QueryPort } from '../lib/queryPorts.ts'

/** What the forms of submissions are called, by the submission. */
export const formsOfSubmissions = new QueryPort<number[], Map<number, LocalizedText>>('subjects.forms-of-submissions')

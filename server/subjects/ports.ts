import type { LocalizedText } from '#shared/lib/fields.ts'
import { QueryPort } from '../lib/queryPorts.ts'

/** Asks for the names of the forms of submissions. */
export const formsOfSubmissions = new QueryPort<number[], Map<number, LocalizedText>>('subjects.forms-of-submissions')

import correctionEndpoints from 'virtual:endpoints/corrections'
import endpoints from 'virtual:endpoints/submissions'
import type { submissions } from '#shared/submissions/contract.ts'
import type { corrections } from '#shared/submissions/corrections.ts'
import { callsOf } from '../lib/api.ts'

export const submissionsApi = callsOf<typeof submissions>('submissions', endpoints)
export const correctionsApi = callsOf<typeof corrections>('corrections', correctionEndpoints)

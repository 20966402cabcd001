import correctionEndpoints from 'virtual:endpoints/corrections'
import sealEndpoints from 'virtual:endpoints/submissionSeals'
import endpoints from 'virtual:endpoints/submissions'
import type { submissionSeals } from '#shared/sealing/contract.ts'
import type { submissions } from '#shared/submissions/contract.ts'
import type { corrections } from '#shared/submissions/corrections.ts'
import { callsOf } from '../lib/api.ts'

export const submissionsApi = callsOf<typeof submissions>('submissions', endpoints)
export const correctionsApi = callsOf<typeof corrections>('corrections', correctionEndpoints)
export const submissionSealsApi = callsOf<typeof submissionSeals>('submissionSeals', sealEndpoints)

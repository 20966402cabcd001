import endpoints from 'virtual:endpoints/submissions'
import type { submissions } from '#shared/submissions/contract.ts'
import { callsOf } from '../lib/api.ts'

export const submissionsApi = callsOf<typeof submissions>('submissions', endpoints)

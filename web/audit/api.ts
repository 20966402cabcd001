import endpoints from 'virtual:endpoints/auditLog'
import type { auditLog } from '#shared/audit/contract.ts'
import { callsOf } from '../lib/api.ts'

export const auditLogApi = callsOf<typeof auditLog>('auditLog', endpoints)

import endpoints from 'virtual:endpoints/files'
import type { files } from '#shared/files/contract.ts'
import { callsOf } from '../lib/api.ts'

export const filesApi = callsOf<typeof files>('files', endpoints)

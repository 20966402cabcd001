import endpoints from 'virtual:endpoints/samples'
import type { samples } from '#shared/samples/contract.ts'
import { callsOf } from '../lib/api.ts'

export const samplesApi = callsOf<typeof samples>('samples', endpoints)

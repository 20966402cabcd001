import endpoints from 'virtual:endpoints/helpers'
import type { helpers } from '#shared/helpers/contract.ts'
import { callsOf } from '../lib/api.ts'

export const helpersApi = callsOf<typeof helpers>('helpers', endpoints)

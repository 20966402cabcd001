import endpoints from 'virtual:endpoints/animals'
import type { animals } from '#shared/animals/contract.ts'
import { callsOf } from '../lib/api.ts'

export const animalsApi = callsOf<typeof animals>('animals', endpoints)

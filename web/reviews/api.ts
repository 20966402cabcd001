import endpoints from 'virtual:endpoints/reviews'
import type { reviews } from '#shared/reviews/contract.ts'
import { callsOf } from '../lib/api.ts'

export const reviewsApi = callsOf<typeof reviews>('reviews', endpoints)

import type { Module } from '../../lib/module.ts'
import { reviewListeners } from './listeners.ts'
import { corrected, mentioned, putRight, reviewed, toReview } from './notices.ts'
import { reviewRoutes } from './routes.ts'

export const reviews: Module = {
  routes: reviewRoutes,
  listeners: reviewListeners,
  notices: [toReview as never, reviewed as never, mentioned as never, putRight as never, corrected as never],
}

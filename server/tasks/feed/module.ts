import { feeds as calls } from '#shared/feeds/contract.ts'
import { routes } from '../../lib/http/routes.ts'
import type { Module } from '../../lib/module.ts'
import { endFeed, findFeed, renewFeed } from './commands.ts'
import { serveFeeds } from './feedRoute.ts'

export const feeds: Module = {
  routes: routes(calls, {
    get: (_, ctx) => findFeed(ctx),
    create: (_, ctx) => renewFeed(ctx),
    remove: (_, ctx) => endFeed(ctx),
  }),
  serve: serveFeeds,
}

import { notices as calls } from '#shared/notices/contract.ts'
import { companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { vapidPublicKey } from '../lib/push/sender.ts'
import { notify, ownPreferences, readNotices, setPreferences } from './commands.ts'
import { listMutes, mute, unmute } from './mutes.ts'
import { isPushedHere, subscribe, unsubscribe } from './push/commands.ts'
import { countUnread, listNotices } from './queries.ts'
import { testNotice } from './testNotice.ts'

export const noticeRoutes = routes(calls, {
  list: (query, ctx) => listNotices(ctx, query),
  read: (input, ctx) => readNotices(ctx, input),
  unreadCount: async (_, ctx) => ({ unread_count: await countUnread(ctx) }),
  preferences: (_, ctx) => ownPreferences(ctx),
  setPreferences: (changes, ctx) => setPreferences(ctx, changes),
  mutes: (_, ctx) => listMutes(ctx),
  mute: (muting, ctx) => mute(ctx, muting),
  unmute: async ({ id }, ctx) => {
    await unmute(ctx, id)
    return null
  },
  push: async (_, ctx) => ({
    public_key: vapidPublicKey(ctx.services.serverKey),
    is_on: await isPushedHere(ctx),
  }),
  subscribe: (browser, ctx) => subscribe(ctx, browser),
  subscribeByPost: (browser, ctx) => subscribe(ctx, browser),
  unsubscribe: async (_, ctx) => {
    await unsubscribe(ctx)
    return null
  },
  test: async (_, ctx) => {
    companyOf(ctx)
    await notify(ctx, testNotice, [ctx.actor.id], {})
    return null
  },
})

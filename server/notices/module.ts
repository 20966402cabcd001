import type { Module } from '../lib/module.ts'
import { digest, sendDigests } from './digest.ts'
import { forgetNotices } from './jobs.ts'
import { mailDelivery } from './mailDelivery.ts'
import { pushDelivery } from './push/delivery.ts'
import { sendHeldPushes } from './push/held.ts'
import { noticeRoutes } from './routes.ts'
import { testNotice } from './testNotice.ts'

export const noticesModule: Module = {
  routes: noticeRoutes,
  jobs: [forgetNotices, sendDigests, sendHeldPushes],
  notices: [testNotice as never, digest as never],
  deliveries: [mailDelivery as never, pushDelivery as never],
}

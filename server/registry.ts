/** What all features bring, by kind, with what the kernel itself brings. */

import { forgetChanges, markChanges } from './lib/changes/marks.ts'
import { changeIsolation } from './lib/changes/table.ts'
import { kernelIsolation } from './lib/db/tables.ts'
import type { FileOwners } from './lib/files/storage.ts'
import { forgetAnswers } from './lib/http/idempotency.ts'
import type { Work } from './lib/jobs/jobs.ts'
import { listenersOf } from './lib/ports.ts'
import { modules } from './modules.ts'

export const routes = modules.flatMap(feature => feature.routes ?? [])
export const jobs: Work[] = [
  forgetAnswers,
  markChanges,
  forgetChanges,
  ...modules.flatMap(({ jobs = [], deliveries = [] }) => [...jobs, ...deliveries]),
]
export const topics = new Map(
  modules.flatMap(feature => (feature.notifications ?? []).map(topic => [topic.name, topic])),
)
export const listeners = listenersOf(modules.flatMap(feature => feature.listeners ?? []))
export const incremental = modules.flatMap(feature => feature.incremental ?? [])
export const isolation = [
  ...kernelIsolation,
  ...changeIsolation,
  ...modules.flatMap(feature => feature.isolation ?? []),
]
export const channels = modules.flatMap(feature => feature.channels ?? [])
export const fileOwners: FileOwners = Object.assign({}, ...modules.map(feature => feature.fileOwners))
export const onUserGone = modules.flatMap(feature => feature.onUserGone ?? [])
export const maySay = modules.flatMap(feature => feature.maySay ?? [])
export const workers = modules.flatMap(feature => feature.workers ?? [])
export const actions = modules.flatMap(feature => feature.actions ?? [])

for (const answered of modules.flatMap(feature => feature.queryProviders ?? [])) answered.register()

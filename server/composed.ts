/** What all nouns bring, by kind, with what the kernel itself brings. */
import { modules } from './app.ts'
import { listenersOf } from './lib/events.ts'
import type { FileOwners } from './lib/files/owners.ts'
import { forgetAnswers } from './lib/http/idempotency.ts'
import type { Work } from './lib/jobs/jobs.ts'

export const routes = modules.flatMap(noun => noun.routes ?? [])
export const jobs: Work[] = [
  forgetAnswers,
  ...modules.flatMap(({ jobs = [], deliveries = [] }) => [...jobs, ...deliveries]),
]
export const topics = new Map(modules.flatMap(noun => (noun.notices ?? []).map(topic => [topic.name, topic])))
export const listeners = listenersOf(modules.flatMap(noun => noun.listeners ?? []))
export const channels = modules.flatMap(noun => noun.channels ?? [])
export const fileOwners: FileOwners = Object.assign({}, ...modules.map(noun => noun.fileOwners))
export const onUserGone = modules.flatMap(noun => noun.onUserGone ?? [])
export const maySay = modules.flatMap(noun => noun.maySay ?? [])
export const actions = modules.flatMap(noun => noun.actions ?? [])

for (const answered of modules.flatMap(noun => noun.queryProviders ?? [])) answered.register()

/** What all nouns bring, by kind, with what the kernel itself brings. */
import { nouns } from './app.ts'
import { listenersOf } from './lib/events.ts'
import type { FileOwners } from './lib/files/owners.ts'
import { forgetAnswers } from './lib/http/idempotency.ts'
import type { Work } from './lib/jobs/jobs.ts'

export const routes = nouns.flatMap(noun => noun.routes ?? [])
export const jobs: Work[] = [
  forgetAnswers,
  ...nouns.flatMap(({ jobs = [], deliveries = [] }) => [...jobs, ...deliveries]),
]
export const topics = new Map(nouns.flatMap(noun => (noun.notices ?? []).map(topic => [topic.name, topic])))
export const listeners = listenersOf(nouns.flatMap(noun => noun.listeners ?? []))
export const channels = nouns.flatMap(noun => noun.channels ?? [])
export const fileOwners: FileOwners = Object.assign({}, ...nouns.map(noun => noun.fileOwners))
export const onUserGone = nouns.flatMap(noun => noun.onUserGone ?? [])
export const maySay = nouns.flatMap(noun => noun.maySay ?? [])
export const actions = nouns.flatMap(noun => noun.actions ?? [])

for (const answered of nouns.flatMap(noun => noun.answers ?? [])) answered.heed()

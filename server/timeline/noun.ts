import { timeline as calls } from '#shared/timeline/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Noun } from '../lib/noun.ts'
import { animalTimeline } from './queries.ts'

export const timeline: Noun = { routes: routes(calls, { ofAnimal: (page, ctx) => animalTimeline(ctx, page) }) }

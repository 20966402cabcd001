import { timeline as calls } from '#shared/timeline/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { animalTimeline } from './queries.ts'

export const timeline: Module = { routes: routes(calls, { ofAnimal: (page, ctx) => animalTimeline(ctx, page) }) }

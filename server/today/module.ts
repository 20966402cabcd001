import { today as calls } from '#shared/today/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { readToday } from './queries.ts'

export const today: Module = { routes: routes(calls, { get: (_, ctx) => readToday(ctx) }) }

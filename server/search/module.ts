import { search as calls } from '#shared/search/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { findAll } from './queries.ts'

export const search: Module = { routes: routes(calls, { find: ({ q }, ctx) => findAll(ctx, q) }) }

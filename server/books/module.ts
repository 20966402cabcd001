import { books as calls } from '#shared/documents/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { readBook } from './commands.ts'
import { exchange } from './exchange.ts'
import { takeMovements } from './movements.ts'

export const booksModule: Module = {
  routes: routes(calls, {
    read: readBook,
    exchange: exchange,
    takeMovements: takeMovements,
  }),
}

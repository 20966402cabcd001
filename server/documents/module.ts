import { inArray } from 'drizzle-orm'
import { namedElsewhere } from '../files/questions.ts'
import type { Module } from '../lib/module.ts'
import { standingOf } from '../sealing/questions.ts'
import { forgetDocuments, makeDocuments } from './jobs.ts'
import { documentRoutes } from './routes.ts'
import { standingOfDocuments } from './standing.ts'
import { documents as table } from './table.ts'

export const documentsModule: Module = {
  routes: documentRoutes,
  jobs: [makeDocuments as never, forgetDocuments],
  queryProviders: [
    standingOf.providedBy(standingOfDocuments),
    namedElsewhere.providedBy(async (db, paths) => {
      const rows = await db.select({ path: table.path }).from(table).where(inArray(table.path, paths))
      return rows.flatMap(({ path }) => path ?? [])
    }),
  ],
}

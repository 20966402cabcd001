import { inArray } from 'drizzle-orm'
import { documents } from '#shared/documents/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { namedElsewhere } from '../files/ports.ts'
import { routes } from '../lib/http/routes.ts'
import { hasMissingCharacters } from '../lib/pdf/printable.ts'
import type { Module } from '../module.ts'
import { sealStateOf } from '../sealing/ports.ts'
import { beginDocument, fetchDocument } from './commands.ts'
import { forgetDocuments, makeDocuments } from './jobs.ts'
import { type Paper, paperOf } from './ports.ts'
import { accessDocument, listDocuments, presentDocument } from './queries.ts'
import { sealStatesOfDocuments } from './status.ts'
import { documents as table } from './table.ts'

const documentRoutes = routes(documents, {
  list: (query, ctx) => listDocuments(ctx, query),
  begin: {
    prepare: async ({ refuseMissingCharacters, ...wanted }, ctx) => {
      const paper = (await paperOf.query(ctx.db, { ctx, ...wanted })).find(one => one !== null)
      if (!paper) throw new Problem('not_found')
      if (refuseMissingCharacters && (await hasMissingCharacters(paper.data))) throw new Problem('characters_missing')
      return paper
    },
    handle: (_, ctx, paper: Paper) => beginDocument(ctx, paper, makeDocuments),
  },
  get: async ({ id }, ctx) => presentDocument(await accessDocument(ctx, id)),
  fetch: async ({ id }, ctx) => fetchDocument(ctx, await accessDocument(ctx, id)),
})

export const documentsModule: Module = {
  routes: documentRoutes,
  jobs: [makeDocuments as never, forgetDocuments],
  queryProviders: [
    sealStateOf.providedBy(sealStatesOfDocuments),
    namedElsewhere.providedBy(async (db, paths) => {
      const rows = await db.select({ path: table.path }).from(table).where(inArray(table.path, paths))
      return rows.flatMap(({ path }) => path ?? [])
    }),
  ],
}

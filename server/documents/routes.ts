import { documents } from '#shared/documents/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { routes } from '../lib/http/routes.ts'
import { hasMissingCharacters } from '../lib/pdf/printable.ts'
import { beginDocument, fetchDocument } from './commands.ts'
import { makeDocuments } from './jobs.ts'
import { accessDocument, listDocuments, presentDocument } from './queries.ts'
import { paperOf } from './questions.ts'

export const documentRoutes = routes(documents, {
  list: (query, ctx) => listDocuments(ctx, query),
  begin: async ({ refuseMissingCharacters, ...wanted }, ctx) => {
    const paper = (await paperOf.query(ctx.db, { ctx, ...wanted })).find(one => one !== null)
    if (!paper) throw new Problem('not_found')
    if (refuseMissingCharacters && (await hasMissingCharacters(paper.data))) throw new Problem('characters_missing')
    return beginDocument(ctx, paper, makeDocuments)
  },
  get: async ({ id }, ctx) => presentDocument(await accessDocument(ctx, id)),
  fetch: async ({ id }, ctx) => fetchDocument(ctx, await accessDocument(ctx, id)),
})

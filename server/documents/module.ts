import { inArray } from 'drizzle-orm'
import { documents } from '#shared/documents/contract.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { readingAtSite } from '../companies/queries.ts'
import { namedElsewhere } from '../files/ports.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { hasMissingCharacters } from '../lib/pdf/printable.ts'
import type { Module } from '../module.ts'
import { sealStateOf } from '../sealing/ports.ts'
import { beginDocument, fetchDocument } from './commands.ts'
import { forgetDocuments, makeDocuments } from './jobs.ts'
import { type PdfSource, pdfSourceOf } from './ports.ts'
import { accessDocument, listDocuments, presentDocument } from './queries.ts'
import { sealStatesOfDocuments } from './status.ts'
import { documentIsolation, documents as table } from './table.ts'

const prepareDocument = async (
  { refuseMissingCharacters, siteId, ...wanted }: HandlerInput<typeof documents.begin>,
  ctx: Context,
) => {
  const isOfSites = wanted.kind === 'report'
  const site = siteId === undefined ? ctx : await readingAtSite(ctx, siteId)
  const at = isOfSites ? site : ctx
  const source = (await pdfSourceOf.query(at.db, { ctx: at, ...wanted })).find(one => one !== null)
  if (!source) throw new Problem('not_found')
  if (siteId !== undefined && !isOfSites) throw invalidField('site_id', 'not_an_option')
  if (refuseMissingCharacters && (await hasMissingCharacters(source.data))) throw new Problem('characters_missing')
  return source
}

/** Makes a PDF in the background. */
export const createDocument: Handler<typeof documents.begin, PdfSource> = (_, ctx, source) =>
  beginDocument(ctx, source, makeDocuments)

/** Returns the progress of a PDF. */
export const getDocument: Handler<typeof documents.get> = async ({ id }, ctx) =>
  presentDocument(await accessDocument(ctx, id))

/** Downloads a PDF. */
export const getDocumentFile: Handler<typeof documents.fetch> = async ({ id }, ctx) =>
  fetchDocument(ctx, await accessDocument(ctx, id))

const documentRoutes = routes(documents, {
  list: listDocuments,
  begin: { prepare: prepareDocument, handle: createDocument },
  get: getDocument,
  fetch: getDocumentFile,
})

export const documentsModule: Module = {
  isolation: documentIsolation,
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

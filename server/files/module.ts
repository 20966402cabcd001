import { eq, sql } from 'drizzle-orm'
import { files as calls } from '#shared/files/contract.ts'
import { storedOfPerson } from '../accounts/ports.ts'
import { storedOfCompany, usage } from '../companies/ports.ts'
import type { Context } from '../lib/context.ts'
import { companyOf } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { QueryProvider } from '../lib/ports.ts'
import type { Module } from '../module.ts'
import { keepOwnFile, presentStoredFile, writeUploads } from './commands.ts'
import { removeStrayFiles } from './jobs.ts'
import { type Assembled, assemble, countReceived, keepPiece, putTogether } from './pieces.ts'
import { accessFile } from './queries.ts'
import { linkTo, serveStorage } from './storageRoute.ts'
import { fileIsolation, filePieces, files, storedSizes } from './table.ts'

const prepareFile = (_: unknown, ctx: Context) => writeUploads(ctx, companyOf(ctx))

/** Sends a file. */
export const createFile: Handler<typeof calls.create> = async ({ uuid }, ctx) =>
  presentStoredFile(await keepOwnFile(ctx, uuid))

/** Returns the number of bytes received of a file. */
export const getReceived: Handler<typeof calls.received> = async ({ uuid }, ctx) => ({
  received: await countReceived(ctx, uuid),
})

/** Sends a piece of a file. */
export const createPiece: Handler<typeof calls.sendPiece> = async ({ uuid, offset }, ctx) => ({
  received: await keepPiece(ctx, uuid, offset),
})

/** Makes a file of its pieces. */
export const createFileOfPieces: Handler<typeof calls.putTogether, Assembled> = async (wanted, ctx, whole) =>
  presentStoredFile(await putTogether(ctx, wanted, whole))

/** Makes a link to a file. */
export const getFileLink: Handler<typeof calls.link> = async ({ id }, ctx) =>
  linkTo(ctx, (await accessFile(ctx, id)).path)

const fileRoutes = routes(calls, {
  create: { prepare: prepareFile, handle: createFile },
  received: getReceived,
  sendPiece: createPiece,
  putTogether: { prepare: assemble, handle: createFileOfPieces },
  link: getFileLink,
})

/** What files know that accounts ask: how much room they take, and where a company's and a person's are. */
const fileAnswers: QueryProvider[] = [
  usage.providedBy(async (db, { companyId, thing }) => {
    if (thing !== 'storage') return 0
    const whole = sql<string>`(select coalesce(sum(${storedSizes.bytes}), 0) from ${storedSizes}
      where ${eq(storedSizes.companyId, companyId)})`
    const inPieces = sql<string>`(select coalesce(sum(${filePieces.size}), 0) from ${filePieces}
      where ${eq(filePieces.companyId, companyId)})`
    const { rows } = await db.execute<{ size: string }>(sql`select ${whole} + ${inPieces} as size`)
    return Number(rows[0]?.size ?? 0)
  }),
  storedOfCompany.providedBy(async (db, companyId) => {
    const { path, previewPath } = files
    const rows = await db.select({ path, previewPath }).from(files).where(eq(files.companyId, companyId))
    return rows.flatMap(row => [row.path, row.previewPath ?? []].flat())
  }),
  storedOfPerson.providedBy(async (db, userId) =>
    (await db.select({ path: files.path }).from(files).where(eq(files.userId, userId))).map(({ path }) => path),
  ),
]

export const filesModule: Module = {
  isolation: fileIsolation,
  routes: fileRoutes,
  jobs: [removeStrayFiles],
  serve: serveStorage,
  queryProviders: fileAnswers,
}

/**
 * Restoring a backup from the first page, whose address is the guard and opens nothing once anybody has an account.
 * What these calls check takes no time; `server/restoring.ts` then does the work.
 */
import { appendFile, mkdir, readdir, rm, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { backupPieceSize, restores } from '#shared/accounts/restores.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { requireRestorable } from '../lib/backup/restore.ts'
import {
  noteRestore,
  type Place,
  readRestore,
  refusalOf,
  restoreFolder,
  sourceOf,
  targetAt,
  uploadFile,
} from '../lib/backup/restoreRequest.ts'
import { BackupError, listSnapshots, type Manifest, readManifest } from '../lib/backup/snapshot.ts'
import type { Context } from '../lib/context.ts'
import { ifMissing } from '../lib/files/storage.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { requireUnused } from './register.ts'

/** The newest of a place. tend's own schedule keeps fewer. */
const maxListed = 60

/** Lists the backups of a place, the newest first; what cannot be read is left out. */
export const listBackups: Handler<typeof restores.list> = async ({ token, ...place }, ctx) => {
  await requireUnused(ctx, token)
  return refusing(async () => {
    const target = await reached(ctx, place)
    const names = (await listSnapshots(target)).slice(-maxListed).reverse()
    const manifests = await Promise.all(names.map(name => readManifest(target, name).catch(ifUnreadable)))
    return {
      place: place.upload ? '' : target.folder,
      backups: names.flatMap((name, at) => (manifests[at] ? [{ name, ...describe(manifests[at]) }] : [])),
    }
  })
}

/** For `catch`: null for a backup that is none; a place that cannot be read stays an error. */
function ifUnreadable(error: unknown): null {
  if (error instanceof BackupError) return null
  throw error
}

const describe = ({ made_at, tend, tables, files }: Manifest) => {
  const rowsOf = (name: string) => tables.find(({ table }) => table === `public.${name}`)?.rows ?? 0
  return {
    ...{ made_at, tend, companies: rowsOf('companies'), people: rowsOf('users'), submissions: rowsOf('submissions') },
    files: files.count,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, files.total),
    is_encrypted: tables.some(({ key }) => key),
  }
}

/** A place whose listing fails at once, because a folder may be none of ours and an S3 refuse our keys. */
async function reached({ services: { config } }: Context, place: Place) {
  try {
    const target = await targetAt(config, place)
    for await (const _ of target.list()) break
    return target
  } catch (error) {
    const refusal = refusalOf(error)
    const fault = refusal.fault === 'failed' ? 'out_of_reach' : refusal.fault
    throw new Problem('backup_refused', { data: { ...refusal, fault } })
  }
}

/** Appends a piece of an upload, and says which one comes next. */
export const receivePiece: Handler<typeof restores.piece> = async ({ token, upload, piece, pieces }, ctx) => {
  await requireUnused(ctx, token)
  const content = ctx.upload?.content ?? Buffer.alloc(0)
  if (content.length > backupPieceSize || piece >= pieces) throw new Problem('too_large')
  const { config } = ctx.services
  const [folder, file] = [restoreFolder(config), uploadFile(config, upload)]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const size = (await stat(file).catch(ifMissing))?.size ?? 0
  const received = Math.floor(size / backupPieceSize)
  if (size === 0) await removeOthers(folder, file)
  // What does not continue at the end is answered by where the end is.
  if (piece !== received) return { received }
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < (pieces - received) * backupPieceSize) throw new Problem('storage_full')
  // A piece that was broken off while it was written is written again.
  if (size > received * backupPieceSize) await truncate(file, received * backupPieceSize)
  await appendFile(file, content, { mode: 0o600, flush: true })
  return { received: received + 1 }
}

/** One upload is kept at a time. */
async function removeOthers(folder: string, file: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.tar') && join(folder, name) !== file) await rm(join(folder, name), { force: true })
}

/** Checks the request before anything stops. */
export async function checkRestore(asked: HandlerInput<typeof restores.begin>, ctx: Context): Promise<null> {
  await requireUnused(ctx, asked.token)
  await refusing(async () => requireRestorable(await sourceOf(ctx.services.config, asked)))
  return null
}

/** Hands the restore over to what starts and stops this tend. */
export const beginRestore: Handler<typeof restores.begin> = async (asked, ctx) => {
  const { config, restore } = ctx.services
  noteRestore(config, 'asked')
  ctx.afterCommit.push(async () => restore(asked))
  return null
}

/** Says how the last restore failed; soon after one was asked for, `server/restoring.ts` answers. */
export const getRestoreState: Handler<typeof restores.state> = async ({ token }, ctx) => {
  await requireUnused(ctx, token)
  const noted = readRestore(ctx.services.config)
  if (noted === 'asked') return { stage: 'running' as const, done: 0, refusal: null }
  return { stage: noted ? ('failed' as const) : ('none' as const), done: 0, refusal: noted }
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('backup_refused', { data: refusalOf(error) })
  }
}

export const restoreRoutes = routes(restores, {
  list: { prepare: listBackups },
  piece: { prepare: receivePiece },
  begin: { prepare: checkRestore, handle: beginRestore },
  state: { prepare: getRestoreState },
})

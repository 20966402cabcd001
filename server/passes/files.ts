/**
 * Photos and papers in a pass: GET /storage/passes/{signed}/{path}. An address opens one file by one pass; the pass is
 * asked again each time, and the file is read on a connection that shows its part of the company.
 */
import { TLSSocket } from 'node:tls'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import { opensPapers, type PassKind, passKinds } from '#shared/passes/rules.ts'
import { companies } from '../companies/table.ts'
import { files } from '../files/table.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import type { Context, Services } from '../lib/context.ts'
import { inTurn, noTenant } from '../lib/db/pools.ts'
import { previewType } from '../lib/files/picture.ts'
import { sendStored } from '../lib/files/sendStored.ts'
import { networkOf } from '../lib/network/network.ts'
import { anonymous } from '../lib/security/identity.ts'
import type { Limit } from '../lib/security/limits.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import { type OpenPass, type PassRow, reachOfPass, requireNotEnded, requireTime } from './door.ts'
import { nameOfPack, packType, passPacks } from './packs/table.ts'
import { passes, passViews } from './table.ts'

/** A page that was left open loads its photos for so long; whether the pass lives is asked each time. */
const hours = 12

/** Each is a line of the log; a record shows twenty. */
const loaded: Limit = { name: 'files of audit passes', tries: 600, seconds: 60 }

type Key = Pick<Services, 'serverKey'>
/** What shows a file: a record, an answer, what the inspector wrote, or a pack. `at` counts documents; 0 is a photo. */
type ShownBy = ({ kind: PassKind; recordId: number } | { request: number } | { isWritten: true } | { pack: number }) & {
  at: number
}
/** A file of the store, and what shows it. */
export type ShownFile = { path: string; of: ShownBy }
type Signed = { passId: number; expires: number; isPreview: boolean; of: string; path: string }

const signatureOf = ({ serverKey }: Key, { passId, expires, isPreview, of, path }: Signed) =>
  derive(serverKey, 'pass file', passId, expires, isPreview ? 1 : 0, of, path)

/** The address of a file for the holder of a pass, below this server's own address. */
export function passFileAddress(
  key: Key,
  { pass, isPreview }: OpenPass,
  { path, of: by }: ShownFile,
  now: Date,
): string {
  // Whole hours, so that a browser finds what it has loaded before.
  const expires = Math.ceil(now.getTime() / 3600_000 + (isPreview ? 1 : hours)) * 3600_000
  const [what, number] =
    'kind' in by
      ? [by.kind, by.recordId]
      : 'request' in by
        ? ['request', by.request]
        : 'pack' in by
          ? ['pack', by.pack]
          : ['written', 0]
  const of = [what, number, by.at].join('-')
  const signature = signatureOf(key, { passId: pass.id, expires, isPreview, of, path })
  return `/storage/passes/${pass.id}.${expires}.${isPreview ? 1 : 0}.${of}.${signature}/${path}`
}

/** The same read from an address. */
function shownBy(of: string): ShownBy {
  const [what, number = 0, at = 0] = of.split('-').map((part, index) => (index === 0 ? part : Number(part))) as [
    string,
    number?,
    number?,
  ]
  const kind = passKinds.find(one => one === what)
  if (kind) return { kind, recordId: number, at }
  if (what === 'written') return { isWritten: true, at }
  return what === 'pack' ? { pack: number, at } : { request: number, at }
}

/** Serves files by those addresses, and notes each in the pass's log. */
export function servePassFiles(app: FastifyInstance, services: Services): void {
  app.get('/storage/passes/:signed/*', { compress: false }, async (request, reply) => {
    const { signed, '*': path } = request.params as { signed: string; '*': string }
    const { passId, ...file } = await passFile(services, { signed, path, ip: request.ip })
    breakOffWith(services, passId, reply)
    reply.header('cache-control', 'private, no-store')
    return sendStored({ request, reply, storage: services.storage }, file)
  })
}

/** How often an answer that is being sent asks whether its pass still lives. */
const askedEveryMs = 250

/**
 * Breaks off an answer that is still being sent when its pass is revoked or ends, within a second: the next question
 * is asked when the last was answered.
 */
export function breakOffWith(services: Services, passId: number, { raw }: FastifyReply): void {
  const { pools } = services
  const isOpen = () =>
    inTurn(pools, 'platform', `pass ${passId}`, noTenant, false, async db => {
      const [found] = await db
        .select({ revokedAt: passes.revokedAt, endsAt: passes.endsAt })
        .from(passes)
        .where(eq(passes.id, passId))
      return found !== undefined && !found.revokedAt && found.endsAt > new Date()
    }).catch(() => false)
  let timer = setTimeout(look, askedEveryMs)
  let isSent = false
  async function look() {
    const lives = await isOpen()
    if (isSent) return
    if (lives) timer = setTimeout(look, askedEveryMs)
    else cut(raw)
  }
  for (const event of ['finish', 'close'])
    raw.once(event, () => {
      isSent = true
      clearTimeout(timer)
    })
}

/** Ends a connection with what the system still has to send on it: megabytes, where the other end is slow. */
function cut(raw: FastifyReply['raw']): void {
  const { socket } = raw
  // TLS has no such end.
  if (socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
  else raw.destroy()
}

async function passFile(services: Services, { signed, path, ip }: { signed: string; path: string; ip: string }) {
  const now = new Date()
  const [id = '', until = '', preview = '', of = '', signature = ''] = signed.split('.')
  const named = { passId: Number(id), expires: Number(until), isPreview: preview === '1', of, path }
  if (!sameSecret(signature, signatureOf(services, named))) throw new Problem('not_found')
  if (named.expires <= now.getTime()) throw new Problem('link_expired')
  await services.limits.spend(loaded, networkOf(ip))
  const { pools } = services
  const { pass, reach } = await inTurn(pools, 'platform', `pass ${named.passId}`, noTenant, false, async db => {
    const [row] = await db
      .select({ found: passes })
      .from(passes)
      .innerJoin(companies, and(eq(companies.id, passes.companyId), isNull(companies.archivedAt)))
      .where(eq(passes.id, named.passId))
    const found = row?.found
    if (!found || found.revokedAt) throw new Problem('not_found')
    if (named.isPreview) requireNotEnded(found, now)
    else requireTime(found, now)
    return { pass: found, reach: await reachOfPass({ db }, found) }
  })
  const { companyId } = pass
  const actor = { ...anonymous.actor, companyId, reach }
  const tenant = { companyId, userId: null, reach }
  return inTurn(pools, 'isolated', fairnessKey(actor, ip), tenant, true, async db => {
    const by = shownBy(of)
    const file = 'pack' in by ? await findPack({ db }, pass, path) : await findPassFile({ db }, pass, by, path)
    const record =
      'kind' in by ? { kind: by.kind, recordId: by.recordId } : 'request' in by ? { requestNumber: by.request } : {}
    const search = 'pack' in by ? 'pack' : by.at > 0 ? 'document' : ''
    if (!named.isPreview)
      await db
        .insert(passViews)
        .values({ companyId, passId: pass.id, at: now, action: 'downloaded', ...record, search })
    return { ...file, passId: pass.id }
  })
}

/** A pack of the pass, the same file that the company downloads. Throws 404 for others. */
async function findPack({ db }: Pick<Context, 'db'>, { companyId, id }: PassRow, path: string) {
  const [pack] = await db
    .select()
    .from(passPacks)
    .where(and(eq(passPacks.companyId, companyId), eq(passPacks.passId, id), eq(passPacks.path, path)))
  if (!pack) throw new Problem('not_found')
  return { path, contentType: packType, name: nameOfPack(pack) }
}

/** The file at a path. Where people are replaced, nothing is said by its name either. Throws 404 for others. */
async function findPassFile({ db }: Pick<Context, 'db'>, pass: PassRow, by: ShownBy, path: string) {
  const { companyId, showsNames } = pass
  const [file] = await db
    .select()
    .from(files)
    .where(
      and(
        eq(files.companyId, companyId),
        ...[or(eq(files.path, path), eq(files.previewPath, path)), isNull(files.waitingFor)],
      ),
    )
  // Papers of records can bear names; those of answers were given to be read.
  const isOpen = by.at === 0 ? file?.contentType.startsWith('image/') : 'request' in by || opensPapers(pass)
  if (!file || !isOpen) throw new Problem('not_found')
  const contentType = file.previewPath === path ? previewType(path) : file.contentType
  const neutral = by.at === 0 ? 'photo' : `document-${by.at}.${path.split('.').at(-1)}`
  return { path, contentType, name: showsNames ? file.name : neutral }
}

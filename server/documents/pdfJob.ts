/** Draws what was asked for, keeps it and puts its hash into the chain of the company. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { givenOnce, keptFor, maxKept } from '#shared/documents/rules.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { Locale } from '#shared/lib/language.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { heavyWork } from '../lib/concurrency/heavyWork.ts'
import type { Services } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { ifMissing, type Storage } from '../lib/files/storage.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import type { Template } from '../lib/pdf/template.ts'
import { sha256 } from '../lib/security/secrets.ts'
import { appendSeals, type SealEntry } from '../sealing/commands.ts'
import { earlierLinks } from '../sealing/ports.ts'
import { pdfSeal, sealedAs } from '../sealing/queries.ts'
import type { PdfSource } from './ports.ts'
import { type DocumentRow, documents } from './table.ts'

/** The day of a document without a moment. */
export const startOfDay = (moment: Date): Date => new Date(`${moment.toISOString().slice(0, 10)}T00:00:00Z`)

/** Looked up, drawn, kept. */
export const steps = 3

/** Runs each step in its own transaction, so that no connection is held while Typst draws. */
export type Door = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/** Another worker took the document over, or it was deleted. */
export class TakenOver extends Error {}

/** Requested before an upgrade with another template: its data must be built again. */
export class FromFormerRelease extends Error {}

/** Makes and stores the content. `broadcast` is called after each step. Throws `TakenOver` and `FromFormerRelease`. */
export async function makeDocument(
  services: Services,
  door: Door,
  row: DocumentRow,
  tell: (done: number) => Promise<void> = async () => {},
): Promise<Buffer> {
  const { storage } = services
  const { data = {}, pictures = {}, maxBytes, look } = row.toPrint ?? {}
  if (look !== undefined && look !== lookOf(row.template)) throw new FromFormerRelease()
  const seal = await door(db => pdfSeal(db, services, row))
  const files = await readPictures(storage, pictures, maxBytes)
  await tell(1)
  const content = Buffer.from(
    await heavyWork('document', fairnessKey(row, ''), () =>
      renderPdf({ file: templateFile(row.template) }, data, files, seal),
    ),
  )
  await tell(2)
  const path = `documents/${randomUUID()}.pdf`
  await storage.write(path, content)
  try {
    const former = await door(db => keep(db, services, row, { path, content }))
    for (const one of former) await storage.remove(one)
  } catch (error) {
    await storage.remove(path)
    throw error
  }
  return content
}

/** The paths of files that made room for it. */
async function keep(db: Database, services: Services, row: DocumentRow, made: { path: string; content: Buffer }) {
  const now = new Date()
  const { path, content } = made
  const kept = { path, sha256: sha256(content), size: content.length }
  const changed = await db
    .update(documents)
    .set({
      ...{ state: 'ready', toPrint: null, done: row.total },
      ...kept,
      ...(givenOnce.has(row.kind)
        ? { finishedAt: startOfDay(now) }
        : { finishedAt: now, expiresAt: new Date(now.getTime() + keptFor) }),
    })
    .where(and(eq(documents.id, row.id), eq(documents.workedBy, row.workedBy ?? ''), eq(documents.state, 'working')))
    .returning({ id: documents.id })
  if (changed.length === 0) throw new TakenOver()
  const former = await makeRoom(db, row)
  // Last, as the end of the chain is locked until the commit.
  if (row.token) await sealDocument(db, { ...services, now }, row, kept)
  return former
}

type Kept = Pick<DocumentRow, 'sha256' | 'size'>

async function sealDocument(
  db: Database,
  { signing, now }: Pick<Services, 'signing'> & { now: Date },
  { companyId, kind, recordId, version, locale, userId, inputHash, token, toPrint }: DocumentRow,
  { sha256: fileSha256, size }: Kept,
): Promise<void> {
  if ((kind !== 'submission' && kind !== 'report') || recordId === null || !token || !fileSha256) return
  const record = { companyId, recordType: kind, recordId }
  const earlier = (await earlierLinks.query(db, { ...record, now })).flat()
  const printed = toPrint?.record && (await sealedAs(db, record, toPrint.record))
  if (printed && !printed.isKnown)
    earlier.push({ kind: 'completed', recordType: kind, recordId, part: printed.part, content: toPrint.record ?? {} })
  const entry: SealEntry = {
    ...{ kind: 'exported', recordType: kind, recordId, part: printed ? printed.part : null, token, fileSha256 },
    content: {
      ...{ file_sha256: fileSha256, size, printed_sha256: inputHash, token_sha256: sha256(token) },
      ...{ version, language: locale, user_id: userId },
    },
  }
  await appendSeals({ db, now, signing }, companyId, [...earlier, entry])
}

/** Only a person's latest documents are kept. */
async function makeRoom(db: Database, { companyId, userId }: DocumentRow): Promise<string[]> {
  const beyond = db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.companyId, companyId), eq(documents.userId, userId), eq(documents.state, 'ready')))
    .orderBy(desc(documents.id))
    .offset(maxKept)
  const gone = await db.delete(documents).where(inArray(documents.id, beyond)).returning({ path: documents.path })
  return gone.flatMap(({ path }) => path ?? [])
}

/**
 * By name; one that is not in the store, or for which there is no room, is left out, and the document says so in its
 * place.
 */
async function readPictures(
  storage: Storage,
  paths: Record<string, string>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Record<string, Uint8Array>> {
  const pictures: Record<string, Uint8Array> = {}
  let size = 0
  for (const [name, path] of Object.entries(paths)) {
    const content = await storage.read(path).catch(ifMissing)
    if (!content || size + content.length > maxBytes) continue
    size += content.length
    pictures[name] = content
  }
  return pictures
}

// Recognising a document that was printed before.

const server = join(import.meta.dirname, '..')
const shared = ['lib/pdf/look.typ', 'lib/pdf/pictures.typ']

/** Path below the server's folder, with slashes, as stored. */
export const templatePath = ({ file }: Template<object>): string => relative(server, file).split(sep).join('/')

const templateFile = (path: string): string => join(server, path)

/**
 * The SHA-256 of all that is printed but the moment, and of how. Logos and photos are known by their paths: what lies
 * there never changes.
 */
export function inputHash(source: PdfSource, locale: Locale): string {
  const { kind, recordId, version = null, template, data, timeless = {}, pictures = {}, filename, record } = source
  const path = templatePath(template)
  return sha256(
    canonicalJson({
      ...{ kind, record_id: recordId, version, locale, pictures, filename },
      look: lookOf(path),
      // One that was printed before its record was sealed too is another one.
      ...(record && { with_record: true }),
      data: { ...data, ...timeless },
    }),
  )
}

const looks = new Map<string, string>()

/** Another release may draw the same data otherwise. */
export function lookOf(path: string): string {
  const known =
    looks.get(path) ?? sha256([path, ...shared].map(file => readFileSync(templateFile(file), 'utf8')).join(''))
  looks.set(path, known)
  return known
}

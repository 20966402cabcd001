/** Appends entries to the chain of a company: `sealLater` at the end of a request, `appendSeals` at once. */
import { randomBytes } from 'node:crypto'
import { and, eq, getTableColumns, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { SealedRecord, SealKind } from '#shared/sealing/contract.ts'
import { genesis } from '#shared/sealing/link.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { sha256 } from '../lib/security/secrets.ts'
import type { Signing } from '../lib/security/signing.ts'
import { contentHash, linkText } from './chain.ts'
import { sealHeads, seals } from './table.ts'

export type SealEntry = {
  kind: SealKind
  recordType: SealedRecord
  recordId: number
  part?: number | null
  content: object
  /** Of an exported document. */
  token?: string
  fileSha256?: string
}

/**
 * What a link seals is read when all is written: `entries` gives it then, or nothing where there is nothing to seal
 * after all.
 */
type LateEntries = () => Promise<SealEntry[]>

const waiting = new WeakMap<Context['beforeCommit'], { companyId: number; entries: LateEntries }[]>()

/**
 * Adds to the chain of a company with the commit of this request. The chain's end is locked last, after all other locks
 * of the request.
 */
export function sealLater(ctx: Context, companyId: number, entries: LateEntries): void {
  const { beforeCommit } = ctx
  const others = waiting.get(beforeCommit)
  if (others) {
    others.push({ companyId, entries })
    return
  }
  const all = [{ companyId, entries }]
  waiting.set(beforeCommit, all)
  beforeCommit.push(async () => {
    for (const company of [...new Set(all.map(one => one.companyId))].sort((one, other) => one - other)) {
      const made: SealEntry[] = []
      for (const one of all) if (one.companyId === company) made.push(...(await one.entries()))
      await appendSeals({ ...ctx, signing: ctx.services.signing }, company, made)
    }
  })
}

/**
 * Adds links to the chain of a company, in this order. Its end is locked until the commit, and a rollback takes the
 * numbers back: so the positions have no gaps.
 */
export async function appendSeals(
  { db, now, signing }: { db: Database; now: Date; signing: Signing },
  companyId: number,
  entries: SealEntry[],
): Promise<(typeof seals.$inferInsert)[]> {
  if (entries.length === 0) return []
  const [head] = await preparedOn(db, 'lock the chain', prepareHead).execute({
    companyId,
    count: entries.length,
    genesis,
  })
  if (!head?.generation) throw new Error('There is no key to sign with.')
  let previous = head.hash
  const first = head.position - entries.length + 1
  const rows = entries.map(({ content, part = null, token = null, fileSha256 = null, ...entry }, index) => {
    const salt = randomBytes(32).toString('base64url')
    const text = canonicalJson(content)
    const link = {
      ...{ companyId, position: first + index, part, sealedAt: now, previous },
      ...entry,
      ...{ contentHash: contentHash(salt, text), keyGeneration: head.generation },
    }
    const signed = linkText(link)
    previous = sha256(signed)
    return {
      ...link,
      token,
      fileSha256,
      salt,
      content: text,
      hash: previous,
      signature: signing.sign(head.generation, signed),
    }
  })
  const [row] = rows
  await Promise.all([
    row && rows.length === 1 ? preparedOn(db, 'add a link', prepareLink).execute(row) : db.insert(seals).values(rows),
    preparedOn(db, 'move the end of the chain', prepareEnd).execute({ companyId, hash: previous }),
  ])
  return rows
}

/** Moves the end on by as many links, and gives what the first of them follows. */
const prepareHead = (db: Database, name: string) =>
  db
    .insert(sealHeads)
    .values({
      companyId: sql.placeholder('companyId') as never,
      position: sql.placeholder('count') as never,
      hash: sql.placeholder('genesis') as never,
    })
    .onConflictDoUpdate({
      target: sealHeads.companyId,
      set: { position: sql`${sealHeads.position} + excluded.position` },
    })
    .returning({
      position: sealHeads.position,
      hash: sealHeads.hash,
      generation: sql<number>`(select max(generation) from signing_keys)`,
    })
    .prepare(name)

/** Most transactions add one. */
const prepareLink = (db: Database, name: string) => db.insert(seals).values(placeholders).prepare(name)

const { id: _, moved: __, ...written } = getTableColumns(seals)
const placeholders = Object.fromEntries(
  Object.keys(written).map(column => [column, sql.placeholder(column)]),
) as unknown as typeof seals.$inferInsert

const prepareEnd = (db: Database, name: string) =>
  db
    .update(sealHeads)
    .set({ hash: sql`${sql.placeholder('hash')}` })
    .where(eq(sealHeads.companyId, sql.placeholder('companyId')))
    .prepare(name)

/** Takes away what was sealed of records that are erased, and says in the chain that they are. The links stay good. */
export async function eraseSealed(
  services: { db: Database; now: Date; signing: Signing },
  recordType: SealedRecord,
  records: { id: number; companyId: number }[],
): Promise<void> {
  const byCompany = Map.groupBy(records, ({ companyId }) => companyId)
  for (const companyId of [...byCompany.keys()].sort((one, other) => one - other)) {
    const ids = (byCompany.get(companyId) ?? []).map(({ id }) => id)
    const ofRecords = and(
      eq(seals.companyId, companyId),
      eq(seals.recordType, recordType),
      inArray(seals.recordId, ids),
    )
    const sealed = await services.db
      .selectDistinct({ id: seals.recordId })
      .from(seals)
      .where(and(ofRecords, ne(seals.kind, 'erased')))
      .orderBy(seals.recordId)
    await services.db
      .update(seals)
      .set({ salt: null, content: null, fileSha256: null, moved: withoutContent })
      .where(and(ofRecords, isNotNull(seals.content)))
    const erased = sealed.map(({ id }) => ({ kind: 'erased' as const, recordType, recordId: id, content: {} }))
    await appendSeals(services, companyId, erased)
  }
}

/** What was signed elsewhere stays, so that the link still proves; its content goes. */
const withoutContent = sql`jsonb_set(${seals.moved}, '{content}', 'null')`

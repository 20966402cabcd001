import { and, count, desc, eq, max } from 'drizzle-orm'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { RecordSeal, SigningKey } from '#shared/sealing/contract.ts'
import type { Context, Services } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { type PdfSeal, qrCode } from '../lib/pdf/template.ts'
import { checkEach, checkFiles, publicKeys } from './checkLinks.ts'
import { allKeys, currentKey, fingerprints, presentKey } from './keys.ts'
import { lastCheck, lastStamps, linksOf, presentLink, presentStamp, stampFrom } from './links.ts'
import type { RecordRef } from './ports.ts'
import { type SealRow, seals } from './table.ts'

/** The keys of this tend, the one that signs now first. */
export const listKeys = async (db: Database): Promise<SigningKey[]> =>
  (await allKeys(db)).filter(({ generation }) => generation > 0).map(presentKey)

/** The length of a company's chain, and its head. */
export async function chainOf({ db, services }: Pick<Context, 'db' | 'services'>, companyId: number) {
  const [[last], key, stamps, check] = await Promise.all([
    db
      .select({ position: seals.position, hash: seals.hash, sealedAt: seals.sealedAt })
      .from(seals)
      .where(eq(seals.companyId, companyId))
      .orderBy(desc(seals.position))
      .limit(1),
    currentKey(db),
    lastStamps(db, companyId),
    lastCheck(db, companyId),
  ])
  return {
    last_check: check,
    count: last?.position ?? 0,
    last_at: last?.sealedAt.toISOString() ?? null,
    hash: last?.hash ?? null,
    key: key ? presentKey(key) : null,
    time_stamp: stamps[0] ? presentStamp(stamps[0]) : null,
    time_stamps: stamps.map(presentStamp),
    has_authority: services.config.timeStamps !== undefined,
  }
}

/**
 * How a record of the company compares with its links, or with those that count. Whether the actor may read the record
 * is asked before. Its files are read: no connection is held during it.
 */
export async function recordSeal(
  ctx: Context,
  record: RecordRef,
  counts: (link: SealRow) => boolean = () => true,
): Promise<RecordSeal> {
  const { db } = ctx
  const { storage } = ctx.services
  const { companyId } = record
  const links = (await linksOf(db, record)).filter(counts)
  const last = links.at(-1)
  if (!last) return { state: 'none', links: [], faults: [], time_stamp: null }
  const [keys, names, stamp] = await Promise.all([
    publicKeys(db),
    fingerprints(db),
    stampFrom(db, companyId, last.position),
  ])
  const [faults, ofFiles] = [
    await checkEach({ db, companyId }, links, keys),
    await checkFiles({ db, storage, companyId }, links),
  ]
  const all = [...faults, ...ofFiles.faults]
  return {
    state: all.length === 0 ? 'intact' : 'differs',
    links: links.map(link => presentLink(link, names)),
    faults: all,
    time_stamp: stamp && presentStamp(stamp),
  }
}

/** The seal of a document that is made now; with a `token` also the address where its holder verifies it. */
export async function pdfSeal(
  db: Database,
  { texts, address }: Pick<Services, 'texts' | 'address'>,
  { locale, token = null }: { locale: Locale; token?: string | null },
): Promise<PdfSeal> {
  const t = texts(locale)
  const key = await currentKey(db)
  // Groups of four, read from left to right in every language.
  const fingerprint = key?.fingerprint.replace(/(.{4})(?=.)/g, '$1 ') ?? ''
  const stamp = {
    key: t('documents.pdf.key', { fingerprint: `\u2066${fingerprint}\u2069` }),
    missing: t('documents.pdf.missing'),
  }
  if (token === null) return stamp
  const page = address(`/verify/${token}`)
  return {
    ...stamp,
    check: {
      ...{ title: t('documents.pdf.title'), text: t('documents.pdf.text'), address: page },
      code: qrCode(page),
    },
  }
}

/**
 * What a link sealed; nothing of it where the copy is erased, or can be read no more, which the check of the copy
 * tells.
 */
export function sealedOf<Sealed extends object>({ content }: { content: string | null }): Partial<Sealed> {
  try {
    return JSON.parse(content ?? '{}') as Partial<Sealed>
  } catch {
    return {}
  }
}

/**
 * Which part of the record's chain this content is: that of the link that has sealed it already, or of the next one.
 */
export async function sealedAs(
  db: Database,
  { companyId, recordType, recordId }: RecordRef,
  content: object,
): Promise<{ part: number; isKnown: boolean }> {
  const completed = and(
    ...[eq(seals.companyId, companyId), eq(seals.recordType, recordType), eq(seals.recordId, recordId)],
    eq(seals.kind, 'completed'),
  )
  const [[same], [last]] = await Promise.all([
    db
      .select({ part: seals.part })
      .from(seals)
      .where(and(completed, eq(seals.content, canonicalJson(content))))
      .orderBy(desc(seals.position))
      .limit(1),
    db
      .select({ part: max(seals.part), number: count() })
      .from(seals)
      .where(completed),
  ])
  if (same?.part) return { part: same.part, isKnown: true }
  return { part: Math.max(last?.part ?? 0, last?.number ?? 0) + 1, isKnown: false }
}

/** What whoever holds a document may know: whether what it was made of is as it was. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Verification } from '#shared/sealing/contract.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { networkOf } from '../lib/http/network.ts'
import type { Limit } from '../lib/security/limits.ts'
import { fingerprints } from './keys.ts'
import { presentStamp, stampFrom } from './links.ts'
import { recordSeal } from './queries.ts'
import { nameOfRecord } from './questions.ts'
import { type SealRow, seals } from './table.ts'

const looks: Limit = { name: 'verified documents', tries: 60, seconds: 60 }

/** By the token of its QR code; with the hash of a file it is said whether that is the document. */
export async function verifyByToken(ctx: Context, token: string, sha256?: string): Promise<Verification> {
  await ctx.services.limits.spend(looks, networkOf(ctx.ip))
  const [link] = await ctx.db.select().from(seals).where(eq(seals.token, token))
  if (!link) throw new Problem('not_found')
  return verification(ctx, link, sha256 === undefined || link.fileSha256 === null ? null : link.fileSha256 === sha256)
}

/** By the file alone. */
export async function verifyByFile(ctx: Context, sha256: string): Promise<Verification> {
  await ctx.services.limits.spend(looks, networkOf(ctx.ip))
  const [link] = await ctx.db
    .select()
    .from(seals)
    .where(and(eq(seals.fileSha256, sha256), isNotNull(seals.token)))
    .limit(1)
  if (!link) throw new Problem('not_found')
  return verification(ctx, link, true)
}

async function verification(ctx: Context, link: SealRow, isSameFile: boolean | null): Promise<Verification> {
  const { companyId, recordType, position } = link
  const company = await findCompany(ctx.db, companyId)
  if (!company || company.archivedAt) throw new Problem('not_found')
  const seal = await recordSeal(ctx, link)
  const isErased = seal.links.some(one => one.kind === 'erased')
  const [names, keys, stamp] = [
    isErased ? [] : await nameOfRecord.ask(ctx.db, link),
    await fingerprints(ctx.db),
    await stampFrom(ctx.db, companyId, position),
  ]
  const state = seal.state === 'differs' ? 'differs' : isErased ? 'erased' : 'intact'
  return {
    ...{ state, record_type: recordType, company: company.name, position },
    name: names.find(name => name !== null) ?? null,
    ...{ sealed_at: link.sealedAt.toISOString(), key: keys.get(link.keyGeneration) ?? '' },
    since: seal.links.filter(one => one.position > position && one.kind !== 'exported'),
    // Which question it is stays with those who may read it.
    differing: [
      ...new Set(seal.faults.flatMap(({ fault, fields }) => (fields.length > 0 ? fields.map(area) : [fault]))),
    ],
    is_same_file: isSameFile,
    time_stamp: stamp && presentStamp(stamp),
  }
}

const area = (field: string): string => field.split('.', 1)[0] ?? field

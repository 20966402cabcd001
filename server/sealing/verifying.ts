/** Verifies a document for its holder: whether the records it was made of are unchanged. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { type Difference, differences, type Verification } from '#shared/sealing/contract.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { networkOf } from '../lib/network/network.ts'
import type { Limit } from '../lib/security/limits.ts'
import { countTries } from '../lib/security/tries.ts'
import { fingerprints } from './keys.ts'
import { presentStamp, stampFrom } from './links.ts'
import { nameOfRecord } from './ports.ts'
import { recordSeal } from './queries.ts'
import { type SealRow, seals } from './table.ts'

const looks: Limit = { name: 'verified documents', tries: 60, seconds: 60 }

/** By the token of its QR code; with the hash of a file it is said whether that is the document. */
export async function verifyByToken(ctx: Context, token: string, sha256?: string): Promise<Verification> {
  await countTries(ctx, [looks, networkOf(ctx.ip)])
  const [link] = await ctx.db.select().from(seals).where(eq(seals.token, token))
  if (!link) throw new Problem('not_found')
  return verification(ctx, link, sha256 === undefined || link.fileSha256 === null ? null : link.fileSha256 === sha256)
}

/** By the file alone. */
export async function verifyByFile(ctx: Context, sha256: string): Promise<Verification> {
  await countTries(ctx, [looks, networkOf(ctx.ip)])
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
  // The holder of this document may not learn of other documents of the record.
  const isOfAnother = (one: SealRow) =>
    one.kind === 'exported'
      ? one.position !== position
      : recordType === 'report' && one.part !== null && one.part !== link.part
  const seal = await recordSeal(ctx, link, one => !isOfAnother(one))
  const isErased = seal.links.some(one => one.kind === 'erased')
  const [names, keys, stamp] = [
    isErased ? [] : await nameOfRecord.query(ctx.db, link),
    await fingerprints(ctx.db),
    await stampFrom(ctx.db, companyId, position),
  ]
  const state = seal.state === 'differs' ? 'differs' : isErased ? 'erased' : 'intact'
  return {
    ...{ state, record_type: recordType, company: company.name, position },
    name: names.find(name => name !== null) ?? null,
    ...{ sealed_at: link.sealedAt.toISOString(), key: keys.get(link.keyGeneration) ?? '' },
    since: seal.links.filter(one => one.position > position && one.kind !== 'exported'),
    differing: seal.links.flatMap(one => {
      const faults = seal.faults.filter(fault => fault.position === one.position)
      const what = faults.flatMap(({ fault, fields }) => (fields.length > 0 ? fields.map(classOf) : [classOf(fault)]))
      return what.length > 0
        ? [{ position: one.position, kind: one.kind, sealed_at: one.sealed_at, what: [...new Set(what)] }]
        : []
    }),
    is_same_file: isSameFile,
    time_stamp: stamp && presentStamp(stamp),
  }
}

/** Which question, file or person it is stays with those who may read the record. */
function classOf(field: string): Difference {
  const [name = ''] = field.split('.', 1)
  return classes[name] ?? (isDifference(name) ? name : 'other')
}

const isDifference = (name: string): name is Difference => (differences as readonly string[]).includes(name)

const classes: Record<string, Difference> = {
  ...{ score_percent: 'score', band: 'score', critical_failed: 'score' },
  ...{ reviews: 'review', review_state: 'review', archived_at: 'archive' },
  ...{ user_id: 'person', public_link_id: 'person', imported_by: 'person', written_by: 'person', contact: 'person' },
  ...{ started_at: 'time', completed_at: 'time', device_time: 'time', received_at: 'time' },
  ...{ form_id: 'form', form_version: 'form', form_sha256: 'form', version: 'versions' },
}

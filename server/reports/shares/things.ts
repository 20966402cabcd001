/** What can be shared: where a share names it, and who may share it. */
import { eq, type SQL } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { ReadableKind } from '#shared/shares/rules.ts'
import { accessGuide } from '../../guides/queries.ts'
import type { Context } from '../../lib/context.ts'
import { accessSubmission } from '../../submissions/queries.ts'
import { accessReport } from '../queries.ts'
import type { ShareRow } from './queries.ts'
import { shares } from './table.ts'

export type Thing = { kind: ReadableKind; companyId: number; id: number }

const columns = { report: 'reportId', guide: 'guideId', submission: 'submissionId' } as const satisfies Record<
  ReadableKind,
  keyof ShareRow
>

/** The column by which a share names the thing. */
export const naming = ({ kind, id }: Pick<Thing, 'kind' | 'id'>) => ({ [columns[kind]]: id })
export const isOf = ({ kind, id }: Pick<Thing, 'kind' | 'id'>): SQL => eq(shares[columns[kind]], id)

/** What a share opens. */
export function thingOf(share: ShareRow): Thing {
  for (const kind of Object.keys(columns) as ReadableKind[]) {
    const id = share[columns[kind]]
    if (id !== null) return { kind, companyId: share.companyId, id }
  }
  throw new Error(`Share ${share.id} names nothing.`)
}

/** The thing if the actor may share it; a Problem that does not tell which otherwise. It is locked. */
export async function accessThing(ctx: Context, kind: ReadableKind, id: number): Promise<Thing> {
  const access = { report: accessReport, guide: accessGuide, submission: accessSubmission }[kind]
  const row = await access(ctx, id, sharing[kind][0])
  return { kind, companyId: row.companyId, id }
}

type Reader = Pick<Context, 'db' | 'ability'>

/**
 * The thing for whoever reads it by a link, with the rights of its sharer. Throws 404 for what nobody is to read by a link: archived, a
 * draft, a guide that is not published, what its sharer may not share any more, and what was put right and became a version of another submission.
 */
export async function readThing(reader: Reader, { kind, id }: Pick<Thing, 'kind' | 'id'>): Promise<Thing> {
  const found = await open[kind](reader, id)
  const [action, subject] = sharing[kind]
  if (!found || found.archivedAt || !allows(reader.ability, action, subject, found)) throw new Problem('not_found')
  return { kind, companyId: found.companyId, id }
}

/** What one must be allowed to share a thing: asked when it is shared, and each time that its link is opened. */
const sharing = {
  report: ['update', 'Report'],
  guide: ['update', 'Guide'],
  submission: ['share', 'Submission'],
} as const satisfies Record<ReadableKind, [string, string]>

type Found = { companyId: number; archivedAt: Date | null }
const open: Record<ReadableKind, (reader: Reader, id: number) => Promise<Found | null>> = {
  report: (reader, id) => accessReport(reader, id, 'read'),
  guide: async (reader, id) => {
    const guide = await accessGuide(reader, id, 'read')
    return guide.version === null || guide.status !== 'published' ? null : guide
  },
  submission: async (reader, id) => {
    const submission = await accessSubmission(reader, id, 'read')
    return submission.status === 'complete' && submission.followsAs !== 'reopening' ? submission : null
  },
}

/** Findings, picked records and the closing note of an inspector. */
import { and, count, eq, isNull } from 'drizzle-orm'
import { actorOf } from '#shared/lib/actor.ts'
import { localeOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { maxPassFindings, maxPicks, type PassKind } from '#shared/passes/rules.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { claimFiles, insertFile } from '../../files/commands.ts'
import { findFileByUuid } from '../../files/queries.ts'
import { files } from '../../files/table.ts'
import type { Context, Topic } from '../../lib/context.ts'
import { endOfDay } from '../../lib/localDays.ts'
import { openTask } from '../../tasks/assign.ts'
import { noteView, type PassNotice, passBell, tellManagers } from '../commands.ts'
import type { OpenPass, PassRow } from '../door.ts'
import { passClosings, passFindingPhotos, passFindings, passPicks } from './table.ts'
import { requireUnclosed, writing } from './writing.ts'

export const passReported: Topic<PassNotice> = { name: 'pass.reported', bell: passBell }
export const passClosed: Topic<PassNotice> = { name: 'pass.closed', bell: passBell }

/** The owner of files that inspectors send, where a finding or closing note names them. */
export const passFileKind = 'audit_pass'

/** Photos of one person that no finding names yet; the nightly job erases them after a day. */
const maxWaiting = 1_000

type Tables = typeof passFindings | typeof passPicks | typeof passClosings

const ofPass = (table: Tables, { companyId, id }: Pick<PassRow, 'companyId' | 'id'>) =>
  and(eq(table.companyId, companyId), eq(table.passId, id))

/** Whether this was written before. Throws `pass_closed` for a new entry after the closing note, 422 beyond `most`. */
async function isWritten(ctx: Context, table: Tables, pass: PassRow, uuid: string, most: number): Promise<boolean> {
  const { db } = ctx
  const [same] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(ofPass(table, pass), eq(table.uuid, uuid)))
  if (same) return true
  await requireUnclosed(ctx, pass)
  const [known] = await db.select({ count: count() }).from(table).where(ofPass(table, pass))
  if ((known?.count ?? 0) >= most) throw invalidField('uuid', 'too_many', { maximum: most })
  return false
}

type Written = { uuid: string; deviceTime: string }

const written = ({ now }: Context, { companyId, id: passId }: PassRow, { uuid, deviceTime }: Written) => ({
  ...{ companyId, passId, uuid, deviceTime, writtenAt: now },
})

/** Files of an inspector count for the company like those of the person who issued the pass. */
const issuer = (ctx: Context, { companyId, createdBy }: PassRow): Context => ({
  ...ctx,
  actor: actorOf(createdBy, companyId, roles.guest),
})

/** Keeps a picture until a finding or closing note names it. Throws 429 where too many wait. */
export const keepPhoto = (ctx: Context, open: OpenPass, uuid: string): Promise<void> =>
  writing(ctx, open, async within => {
    const { companyId, createdBy } = open.pass
    const first = await findFileByUuid(within.db, companyId, uuid)
    if (first && first.userId !== createdBy) throw invalidField('uuid', 'taken')
    if (first) return
    if (!ctx.upload) throw invalidField('file', 'required')
    const unnamed = and(isNull(files.submissionId), isNull(files.ownedBy))
    const waiting = and(eq(files.companyId, companyId), eq(files.userId, createdBy), unnamed)
    if ((await within.db.$count(files, waiting)) >= maxWaiting)
      throw new Problem('too_many_requests', { retryAfter: 3600 })
    await insertFile(issuer(within, open.pass), { companyId, submissionId: null }, uuid, ctx.upload)
  })

export type NewFinding = Written & {
  kind: PassKind | null
  recordId: number | null
  text: string
  severity: 'attention' | 'critical'
  dueOn: string
  photoUuids: string[]
}
/** What the finding is about, in the words of the company and as rows. */
export type About = { location: string | null; recordTitle: string | null; subjects: SubjectRef[] }

/** Writes a finding with its photos, and opens its corrective task. */
export const reportFinding = (ctx: Context, open: OpenPass, finding: NewFinding, about: About): Promise<void> =>
  writing(ctx, open, async within => {
    const { pass, company } = open
    const { kind, recordId, text, severity, dueOn, photoUuids } = finding
    if (await isWritten(within, passFindings, pass, finding.uuid, maxPassFindings)) return
    const [row] = await within.db
      .insert(passFindings)
      .values({
        ...{ ...written(within, pass, finding), kind, recordId, text, severity, dueOn },
        location: about.location,
      })
      .returning({ id: passFindings.id })
    if (!row) throw new Error('The finding was not stored.')
    const { companyId } = pass
    const photos = await claimFiles(issuer(within, pass), [...new Set(photoUuids)], passFileKind)
    if (photos.length > 0)
      await within.db
        .insert(passFindingPhotos)
        .values(photos.map(photo => ({ companyId, findingId: row.id, fileId: photo.id })))
    const minutes = Math.ceil((endOfDay(dueOn, company.timeZone).getTime() - ctx.now.getTime()) / 60_000) - 1
    await openTask(within, {
      ...{ companyId, timezone: company.timeZone, createdBy: pass.createdBy, titles: null },
      ...textsOf(within, open, finding, about),
      priority: severity === 'critical' ? 'high' : 'normal',
      doneBy: 'any_one',
      // What waited for a network may be due already.
      dueAfter: `PT${Math.max(1, minutes)}M`,
      to: [{ role_id: roles.manager }],
      subjects: about.subjects,
      note: ({ id: taskId }) =>
        within.db
          .update(passFindings)
          .set({ taskId })
          .where(and(eq(passFindings.companyId, companyId), eq(passFindings.id, row.id))),
    })
    await noteView(within, open, { action: 'reported', kind, recordId, found: photos.length })
    await tellManagers(within, passReported, pass)
  })

/** The longest title of a task. */
const maxTitle = 200

/** The first line of the finding, then the rest with what it is about and who found it. */
function textsOf({ services }: Context, { pass, company }: OpenPass, { text, kind }: NewFinding, about: About) {
  const t = services.texts(localeOf(company.languageId))
  const [line = '', ...more] = text.split('\n')
  const title = line.trim().slice(0, maxTitle).toWellFormed()
  const rest = line.trim().length > maxTitle ? text : more.join('\n').trim()
  const holder = [pass.holderName, pass.holderOffice].filter(Boolean).join(' · ')
  const record = kind && [t(`passes.kinds.${kind}`), about.recordTitle].filter(Boolean).join(': ')
  const origin = t('passes.written.origin', { holder })
  return { title, description: [rest, record, about.location, origin].filter(Boolean).join('\n\n') }
}

type NewPick = Written & { kind: PassKind; recordId: number; reason: string }

/** Notes a record that was picked by hand. */
export const pickRecord = (ctx: Context, open: OpenPass, pick: NewPick): Promise<void> =>
  writing(ctx, open, async within => {
    if (await isWritten(within, passPicks, open.pass, pick.uuid, maxPicks)) return
    const { kind, recordId, reason } = pick
    await within.db.insert(passPicks).values({ ...written(within, open.pass, pick), kind, recordId, reason })
    await noteView(within, open, { action: 'picked', kind, recordId })
  })

type NewClosing = Written & { text: string; signedBy: string; signatureUuid: string }

/** Signs the closing note, after which nothing more is written. Throws `pass_closed` where another one is signed. */
export const closePass = (ctx: Context, open: OpenPass, closing: NewClosing): Promise<void> =>
  writing(ctx, open, async within => {
    const { pass } = open
    if (await isWritten(within, passClosings, pass, closing.uuid, 1)) return
    const [signature] = await claimFiles(issuer(within, pass), [closing.signatureUuid], passFileKind)
    const { text, signedBy } = closing
    await within.db
      .insert(passClosings)
      .values({ ...written(within, pass, closing), text, signedBy, signatureId: signature?.id ?? 0 })
    await noteView(within, open, { action: 'closed' })
    await tellManagers(within, passClosed, pass)
  })

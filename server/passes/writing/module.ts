/** Inspectors write inside passes: findings, picked records and the closing note. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { defaultLocale, localeOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { passes } from '#shared/passes/contract.ts'
import { passWriting as calls, type PassWritten } from '#shared/passes/passWriting.ts'
import { maxDueDays, maxPassLocations, type PassKind } from '#shared/passes/rules.ts'
import { writeUploads } from '../../files/commands.ts'
import { files } from '../../files/table.ts'
import type { Context } from '../../lib/context.ts'
import { shownTo, tenantOf } from '../../lib/db/pools.ts'
import type { FileOwners } from '../../lib/files/storage.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import { dayAt, daysLater } from '../../lib/localDays.ts'
import type { Module } from '../../module.ts'
import { otherPhotosOf } from '../../tasks/ports.ts'
import { sentTasks } from '../../tasks/table.ts'
import { noteView } from '../commands.ts'
import type { OpenPass, PassLink } from '../door.ts'
import { accessPassRow } from '../queries.ts'
import { beginReading, type Reading, requireKind } from '../reading.ts'
import { recordsOf } from '../records/kinds.ts'
import {
  type About,
  closePass,
  keepPhoto,
  passClosed,
  passFileKind,
  passReported,
  pickRecord,
  reportFinding,
} from './commands.ts'
import {
  locationNamed,
  locationsShown,
  recordsWrittenAbout,
  subjectsOfRecord,
  type Written,
  writtenIn,
} from './queries.ts'
import { passFindingPhotos, passFindings, passWritingIsolation } from './table.ts'
import { requireWriting } from './writing.ts'

/** Lets an inspector in who is about to write. Throws what `enter` throws, and `forbidden` in a preview. */
async function beginWriting(ctx: Context, link: PassLink): Promise<Reading> {
  const reading = await beginReading(ctx, link)
  requireWriting(reading.open)
  return reading
}

/** The name of a record of the pass. Throws 404 for one outside it. */
async function titleOf(reading: Reading, kind: PassKind, id: number): Promise<string> {
  requireKind(reading, kind)
  const { data } = await recordsOf[kind].list(reading, { ids: [id], page: 1, perPage: 1 })
  const [record] = data
  if (!record) throw new Problem('not_found')
  return record.title
}

const preparePhoto = async (link: HandlerInput<typeof calls.photo>, ctx: Context): Promise<OpenPass> => {
  const { open, companyId } = await beginWriting(ctx, link)
  await writeUploads(ctx, companyId)
  return open
}

/** Adds a photo or signature. */
export const addPassPhoto: Handler<typeof calls.photo, OpenPass> = async ({ uuid }, ctx, open) => {
  await keepPhoto(ctx, open, uuid)
  return { uuid }
}

type Prepared = { open: OpenPass; about: About }

const prepareFinding = async (
  { id, token, kind, recordId, locationId, dueOn }: HandlerInput<typeof calls.report>,
  ctx: Context,
): Promise<Prepared> => {
  const reading = await beginWriting(ctx, { id, token })
  const { db, companyId, open } = reading
  const latest = daysLater(dayAt(ctx.now, open.company.timeZone), maxDueDays)
  if (dueOn > latest) throw invalidField('due_on', 'too_far_ahead', { days: maxDueDays })
  const location = locationId === null ? null : await locationNamed(db, companyId, locationId)
  if (location === undefined) throw invalidField('location_id', 'not_found')
  const recordTitle = kind && recordId ? await titleOf(inWordsOfCompany(reading), kind, recordId) : null
  const subjects = kind && recordId ? await subjectsOfRecord(db, companyId, kind, recordId) : []
  const isNew = locationId !== null && !subjects.some(({ type, id: of }) => type === 'location' && of === locationId)
  return {
    open,
    about: {
      ...{ location, recordTitle },
      subjects: isNew ? [{ type: 'location', id: locationId }, ...subjects] : subjects,
    },
  }
}

/** The reading in the company's language, for what its people read. */
function inWordsOfCompany(reading: Reading): Reading {
  const locale = localeOf(reading.open.company.languageId) ?? defaultLocale
  return {
    ...{ ...reading, locale, t: reading.services.texts(locale) },
    read: text => textIn(text ?? undefined, locale, defaultLocale).text,
  }
}

/** Reports a finding. */
export const reportPassFinding: Handler<typeof calls.report, Prepared> = async (finding, ctx, { open, about }) => {
  await reportFinding(ctx, open, finding, about)
  return { uuid: finding.uuid }
}

const preparePick = async ({ id, token, kind, recordId }: HandlerInput<typeof calls.pick>, ctx: Context) => {
  const reading = await beginWriting(ctx, { id, token })
  await titleOf(reading, kind, recordId)
  return reading.open
}

/** Picks a record. */
export const pickPassRecord: Handler<typeof calls.pick, OpenPass> = async (pick, ctx, open) => {
  await pickRecord(ctx, open, pick)
  return { uuid: pick.uuid }
}

const prepareClosing = async (link: HandlerInput<typeof calls.close>, ctx: Context) =>
  (await beginWriting(ctx, link)).open

/** Signs the closing note. */
export const signPassClosing: Handler<typeof calls.close, OpenPass> = async (closing, ctx, open) => {
  await closePass(ctx, open, closing)
  return { uuid: closing.uuid }
}

type Shown = {
  reading: Reading
  /** Names of the records that were written about, by kind and number. */
  titles: Map<string, string>
  locations: PassWritten['locations']
}

/** The names of the records that were written about, by kind and number. */
export async function titlesWrittenAbout(reading: Reading): Promise<Map<string, string>> {
  const { db, open } = reading
  const about = await recordsWrittenAbout(db, open.pass)
  const titles = new Map<string, string>()
  for (const kind of open.pass.kinds) {
    const ids = about.filter(one => one.kind === kind).map(({ recordId }) => recordId)
    if (ids.length === 0) continue
    const { data } = await recordsOf[kind].list(reading, { ids, page: 1, perPage: ids.length })
    for (const { id, title } of data) titles.set(`${kind} ${id}`, title)
  }
  return titles
}

const prepareWritten = async (link: HandlerInput<typeof calls.written>, ctx: Context): Promise<Shown> => {
  const reading = await beginReading(ctx, link)
  const { db, companyId } = reading
  return {
    reading,
    titles: await titlesWrittenAbout(reading),
    locations: await locationsShown(db, companyId, maxPassLocations),
  }
}

/**
 * Reads what was written inside a pass. Tasks are the company's, so that their ends are seen wherever they are. The
 * inspector's own words are as they typed them: what came in place of a name would tell whose number it is.
 */
export const readPassWritten: Handler<typeof calls.written, Shown> = async (_, ctx, { reading, titles, locations }) => {
  const { open, people } = reading
  await noteView(ctx, open, { action: 'checked' })
  const whole = tenantOf({ ...ctx.actor, reach: null })
  const found = await shownTo(ctx.db, whole, tenantOf(ctx.actor), () => writtenIn(ctx.db, open.pass))
  return { ...presentToHolder(reading, found, titles), locations: people.clean(inShownOrder(locations, people)) }
}

export type HeldWriting = ReturnType<typeof presentToHolder>

/**
 * What was written inside a pass, as its holder reads it. Their own words are as they typed them: a number in place of
 * a name would tell them whose it is.
 */
export function presentToHolder(
  { open, people, t, fileAddress }: Reading,
  found: Written,
  titles: Map<string, string>,
) {
  const addressed = (path: string) => ({ address: fileAddress({ path, of: { isWritten: true, at: 0 } }) })
  const titled = (kind: PassKind | null, id: number | null) => titles.get(`${kind} ${id}`) ?? null
  const by = ({ by: id, outside }: NonNullable<Written['findings'][number]['done']>) =>
    outside === null ? people.nameOf(id) : open.pass.showsNames ? outside : t('passes.somebody')
  const rest = presentRest(found, addressed)
  return people.clean({
    findings: found.findings.map(finding => ({
      ...presentFinding(finding, addressed, by),
      text: people.own(finding.text),
      state: people.own(finding.state) as typeof finding.state,
      record_title: titled(finding.kind, finding.recordId),
    })),
    picks: found.picks.map(pick => ({
      ...{ ...presentPick(pick), reason: people.own(pick.reason) },
      record_title: titled(pick.kind, pick.recordId),
    })),
    samples: rest.samples.map(sample => ({ ...sample, search: people.own(sample.search) })),
    closing: rest.closing && { ...rest.closing, text: people.own(rest.closing.text) },
  })
}

/** By the names as they are shown: the order of the others would tell of them. */
const inShownOrder = (locations: PassWritten['locations'], { clean }: Reading['people']): PassWritten['locations'] =>
  locations
    .map(location => ({ location, shown: clean(location.name) }))
    .sort((one, other) => one.shown.localeCompare(other.shown) || one.location.id - other.location.id)
    .map(({ location }) => location)

type Addressed = (path: string) => { address: string }
type FoundFinding = Written['findings'][number]

const presentFinding = (
  { state, done, photos, ...row }: FoundFinding,
  addressed: Addressed,
  nameOf: (done: NonNullable<FoundFinding['done']>) => string,
) => ({
  ...{ uuid: row.uuid, device_time: row.deviceTime, written_at: row.writtenAt.toISOString() },
  ...{ kind: row.kind, record_id: row.recordId, location: row.location },
  ...{ text: row.text, severity: row.severity, due_on: row.dueOn, state, photos: photos.map(addressed) },
  end: done && {
    ...{ at: done.at.toISOString(), person: nameOf(done), note: done.note, photos: done.photos.map(addressed) },
  },
})

const presentPick = (row: Written['picks'][number]) => ({
  ...{ uuid: row.uuid, device_time: row.deviceTime, written_at: row.writtenAt.toISOString() },
  ...{ kind: row.kind, record_id: row.recordId, reason: row.reason },
})

const presentRest = ({ samples, closing }: Written, addressed: Addressed) => ({
  samples: samples.flatMap(({ at, kind, search, found }) =>
    kind ? { at: at.toISOString(), kind, search, found: found ?? 0 } : [],
  ),
  closing: closing && {
    ...{ uuid: closing.uuid, device_time: closing.deviceTime, written_at: closing.writtenAt.toISOString() },
    ...{ text: closing.text, signed_by: closing.signedBy, signature: addressed(closing.signature) },
  },
})

/** Reads what the inspector wrote in a pass. */
export const getPassWritten: Handler<typeof passes.written> = async ({ id }, ctx) => {
  const found = await writtenIn(ctx.db, await accessPassRow(ctx, id, 'read'))
  const addressed = (path: string) => ({ address: `/storage/${path}` })
  return {
    findings: found.findings.map(finding => ({
      ...presentFinding(finding, addressed, ({ byName, outside }) => byName ?? outside ?? ''),
      sent_task_id: finding.sentTaskId,
    })),
    picks: found.picks.map(presentPick),
    ...presentRest(found, addressed),
  }
}

/** Photos of findings are seen by those who may read passes, and by those who have the corrective task. */
const passFiles: FileOwners = {
  [passFileKind]: async ({ db, ability }, { companyId, id }) => {
    if (allows(ability, 'read', 'Pass', { companyId })) return true
    const given = await db
      .select({ sent: sentTasks })
      .from(passFindingPhotos)
      .innerJoin(
        passFindings,
        and(eq(passFindings.companyId, passFindingPhotos.companyId), eq(passFindings.id, passFindingPhotos.findingId)),
      )
      .innerJoin(
        sentTasks,
        and(eq(sentTasks.companyId, passFindings.companyId), eq(sentTasks.taskId, passFindings.taskId)),
      )
      .where(and(eq(passFindingPhotos.companyId, companyId), eq(passFindingPhotos.fileId, id)))
    return given.some(({ sent }) => allows(ability, 'read', 'SentTask', sent))
  },
}

/** Photos of the findings that opened tasks. */
const photosOfTasks = otherPhotosOf.providedBy(async (db, taskIds) => {
  const rows = await db
    .select({ taskId: passFindings.taskId, path: files.path, name: files.name })
    .from(passFindings)
    .innerJoin(
      passFindingPhotos,
      and(eq(passFindingPhotos.companyId, passFindings.companyId), eq(passFindingPhotos.findingId, passFindings.id)),
    )
    .innerJoin(files, and(eq(files.companyId, passFindingPhotos.companyId), eq(files.id, passFindingPhotos.fileId)))
    .where(inArray(passFindings.taskId, taskIds))
    .orderBy(asc(passFindingPhotos.id))
  return Map.groupBy(rows, ({ taskId }) => taskId ?? 0)
})

export const passWritingModule: Module = {
  isolation: passWritingIsolation,
  routes: routes(calls, {
    written: { prepare: prepareWritten, handle: readPassWritten },
    photo: { prepare: preparePhoto, handle: addPassPhoto },
    report: { prepare: prepareFinding, handle: reportPassFinding },
    pick: { prepare: preparePick, handle: pickPassRecord },
    close: { prepare: prepareClosing, handle: signPassClosing },
  }),
  notifications: [passReported, passClosed] as never[],
  fileOwners: passFiles,
  queryProviders: [photosOfTasks],
}

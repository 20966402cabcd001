/**
 * People of the demo at work: the handlers of the calls that people use, at moments of the past, in the transaction
 * that fills the demo.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { actorOf } from '#shared/lib/actor.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import { writeUploads } from '../../files/commands.ts'
import { createOwnForm, publishDraft } from '../../forms/module.ts'
import { listTemplates } from '../../forms/templates.ts'
import { Preparation } from '../../lib/concurrency/preparation.ts'
import type { Context, Services, Upload } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { contextFor } from '../../lib/jobs/inCompany.ts'
import { notices } from '../../notifications/table.ts'
import { attachToDraft, completeDraft, createSubmission } from '../../submissions/module.ts'
import { answer } from './answers.ts'
import type { Chance } from './chance.ts'
import { takePhoto } from './photos.ts'

/** What the demo is filled with. Nobody listens yet, so nothing is mailed and no limit counts. */
export type Filling = { db: Database; services: Services; now: Date }

export type Person = { userId: number; companyId: number; roleId: number; locale: Locale }

/** The context of a call that somebody made at a moment. */
export function contextAt({ db, services }: Filling, person: Person, at: Date, uploads: Upload[] = []): Context {
  const unlimited = { ...services, limits: { ...services.limits, spend: async () => 1 } }
  const actor = actorOf(person.userId, person.companyId, person.roleId)
  const known = { actor, ability: abilityOf(actor), db, now: at, locale: person.locale, preparation: new Preparation() }
  return { ...contextFor({ ...known, writes: true, services: unlimited }), uploads, upload: uploads[0] ?? null }
}

/** Does something as somebody at a moment, with all that goes with its commit but what browsers hear and mails say. */
export async function actAs<T>(
  filling: Filling,
  person: Person,
  at: Date,
  work: (ctx: Context) => T | Promise<T>,
  uploads: Upload[] = [],
): Promise<T> {
  const { jobs } = filling.services
  const services = { ...filling.services, jobs: { ...jobs, send: async () => {}, sendEach: async () => {} } }
  const ctx = contextAt({ ...filling, services }, person, at, uploads)
  if (uploads.length > 0) await writeUploads(ctx, person.companyId)
  const result = await work(ctx)
  for (const act of ctx.beforeCommit) await act()
  for (const statement of ctx.deferred) await statement()
  return result
}

/** Gives what the bell said the moment at which it was said; the database would say that it was today. */
export const dateNotices = ({ db }: Filling, { companyId }: Person, at: Date) =>
  db
    .update(notices)
    .set({ createdAt: at })
    .where(and(eq(notices.companyId, companyId), gt(notices.createdAt, at)))

export type OwnForm = { id: number; definition: Definition }

/** Takes a template over and publishes it. */
export async function takeTemplate(filling: Filling, manager: Person, at: Date, key: string): Promise<OwnForm> {
  const template = listTemplates().find(one => one.key === key)
  if (!template) throw new Error(`There is no template ${key}.`)
  const { id } = await actAs(filling, manager, at, ctx => createOwnForm({ templateKey: key }, ctx))
  await actAs(filling, manager, at, ctx => publishDraft({ id }, ctx))
  return { id, definition: template.definition }
}

type Filled = {
  form: OwnForm
  at: Date
  /** How good things are: 0 good … 1 bad. */
  state: number
  subjects: SubjectRef[]
  /** Answers that are not left to chance. */
  given?: Answers
  /** The questions that get a photo. */
  photos?: string[]
}

/** Begins a form, answers it and completes it, as on a phone. Returns the id. */
export async function fillIn(filling: Filling, person: Person, filled: Filled, chance: Chance): Promise<number> {
  const { form, at, state, subjects, given = {}, photos = [] } = filled
  const begunAt = new Date(at.getTime() - chance.between(3, 14) * 60_000)
  const beginning = { formId: form.id, uuid: randomUUID(), subjects, payloadVersion }
  const { id } = await actAs(filling, person, begunAt, ctx => createSubmission(beginning, ctx))
  const taken: Answers = {}
  for (const questionId of photos) {
    const uuid = randomUUID()
    await actAs(filling, person, at, ctx => attachToDraft({ id, uuid, questionId }, ctx), [await takePhoto(chance)])
    taken[questionId] = { value: [{ uuid, name: 'photo.jpg' }] }
  }
  const answers = answer(form.definition, state, chance, person.locale, at, { ...given, ...taken })
  await actAs(filling, person, at, ctx => completeDraft({ id, answers, payloadVersion }, ctx))
  return id
}

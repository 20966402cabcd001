/**
 * The calls of a visitor with the public link of a form. Each checks the link again; it alone gives the right.
 */

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { publicDefinition, withLabel } from '#shared/forms/public/publicDefinition.ts'
import type { Prefill } from '#shared/forms/public/publicLink.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type PublicForm, PublicPinAsked, PublicWorkAsked } from '#shared/public-links/publicForm.ts'
import { type Puzzle, seedText, tryOf, type Work } from '#shared/public-links/puzzle.ts'
import { requireLivingPlan } from '../companies/planQueries.ts'
import { companies } from '../companies/table.ts'
import { findPictures, findPublished } from '../forms/queries.ts'
import { forms, publicLinks } from '../forms/table.ts'
import { contentsNamed } from '../forms/tables/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import { type LinkRow, openedBy } from './links.ts'
import { picturePath } from './pictures.ts'
import { prefillOf } from './prefill.ts'
import { requireLinkPin } from './visitors.ts'

/** A link that somebody has come by, with whose form it is; what its label says is among what it answers. */
export type VisitedLink = NonNullable<Awaited<ReturnType<typeof findVisited>>>
type Visit = { id: number; token: string }

/**
 * The living link that this token opens; 404 for any other, the same as for a form that is not there. To use it up is
 * to lock it.
 */
export async function accessVisited(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { id, token }: Visit,
  lock = false,
): Promise<VisitedLink> {
  const { id: linkId, version, labelQuestion } = publicLinks
  const living = await db
    .select({ id: linkId, version, labelQuestion })
    .from(publicLinks)
    .where(and(eq(publicLinks.formId, id), isNull(publicLinks.revokedAt)))
  const opened = openedBy(services.serverKey, living, token)
  const visited = opened && (await findVisited(db, opened.link.id, lock))
  if (!visited) throw new Problem('not_found')
  const { link, ...around } = visited
  const prefill = opened.row === undefined ? link.prefill : withLabel(link.prefill, link.labelQuestion, opened.row)
  return { ...around, link: { ...link, prefill } }
}

async function findVisited(db: Database, linkId: number, lock: boolean) {
  const query = db
    .select({ link: publicLinks, form: forms, company: companies })
    .from(publicLinks)
    .innerJoin(forms, and(eq(forms.companyId, publicLinks.companyId), eq(forms.id, publicLinks.formId)))
    .innerJoin(companies, eq(companies.id, publicLinks.companyId))
    .where(and(eq(publicLinks.id, linkId), isNull(publicLinks.revokedAt)))
  const [visited] = await (lock ? query.for('no key update', { of: publicLinks }) : query)
  return visited
}

/** Throws `pin_required` or `wrong_pin` for a visitor without the PIN of the link. */
export const requirePin = (ctx: Context, { link, company, form }: VisitedLink): Promise<void> =>
  requireLinkPin(ctx, {
    link: String(link.id),
    pinHash: link.pinHash,
    data: PublicPinAsked.parse({ company_name: company.name, company_logo: company.logo }),
    isTraceless: form.isChannel,
  })

/**
 * Throws `work_required`, with a new puzzle, for a visitor who has not solved the puzzle for the submission of this
 * uuid.
 */
export function requireWork(
  ctx: Pick<Context, 'services' | 'now'>,
  { link }: VisitedLink,
  uuid: string,
  work: Work | undefined,
): void {
  if (isWorked(ctx, link, uuid, work)) return
  throw new Problem('work_required', { data: PublicWorkAsked.parse({ work: newWork(ctx, link) }) })
}

/** Throws what says why nobody can fill in the form by its link now. */
export async function requireOpen({ db, now }: Pick<Context, 'db' | 'now'>, visited: VisitedLink): Promise<void> {
  const { link, form, company } = visited
  if (company.archivedAt) throw new Problem('public_company_closed')
  if (form.archivedAt) throw new Problem('public_form_archived')
  if (form.status !== 'open') throw new Problem('public_form_closed')
  if (link.expiresAt && link.expiresAt <= now) throw new Problem('public_link_expired')
  // A case is accepted on every plan, and none is counted.
  if (form.isChannel) return
  await requireLivingPlan(db, company.id, now).catch(error => {
    // In words, for people who do not work there.
    throw error instanceof Problem ? new Problem(error.code, { text: 'plan_expired_for_visitors' }) : error
  })
  if (link.cap !== null && link.responses >= link.cap) throw new Problem('public_link_full')
}

/**
 * The version that a visitor has, or the published one, with what the link answers in it. Throws 422 for one that never
 * was.
 */
export async function visitedVersion({ db }: Pick<Context, 'db'>, { form, link }: VisitedLink, wanted?: number) {
  const version = await findPublished(db, wanted === undefined ? form : { ...form, version: wanted })
  if (!version) throw invalidField('version', 'not_found')
  return { version, prefill: await prefillOf(db, link.companyId, version.definition, link.prefill) }
}

export const prefilledAnswers = (prefill: Prefill): Answers =>
  Object.fromEntries(Object.entries(prefill).map(([id, value]) => [id, { value }]))

/** The form as it is shown to a visitor, who has the PIN if there is one. */
export async function showPublicForm(ctx: Context, visit: Visit): Promise<PublicForm> {
  const visited = await accessVisited(ctx, visit)
  await requireOpen(ctx, visited)
  await requirePin(ctx, visited)
  const { form, link, company } = visited
  const { version, prefill } = await visitedVersion(ctx, visited)
  const definition = publicDefinition(version.definition, prefill)
  const pictures = await findPictures(ctx.db, form.companyId, [definition])
  return {
    form_id: form.id,
    company_name: company.name,
    company_logo: company.logo,
    name: form.name,
    description: form.description,
    version: version.number,
    definition,
    pictures: pictures.map(picture => ({ ...picture, path: picturePath(ctx.services.serverKey, link, picture.uuid) })),
    tables: await contentsNamed(ctx.db, form.companyId, definition),
    prefill: prefilledAnswers(prefill),
    work: form.isChannel ? null : newWork(ctx, link),
  }
}

// The puzzles of public forms (`shared/public-links/puzzle.ts`). A challenge says whose it is and until when,
// signed, so that nothing is kept; what was worked is of one link and one submission.

type PuzzleContext = Pick<Context, 'services' | 'now'>
type Link = Pick<LinkRow, 'id'>

/** Many small ones, so that nobody is unlucky for long. */
const rounds = 16
/** Longer than most forms take. A visitor who takes longer solves a new puzzle when they send. */
const goodForSeconds = 3600

const signature = ({ services }: PuzzleContext, link: Link, ends: number, salt: string) =>
  derive(services.serverKey, 'work for a public form', link.id, ends, salt)

/** A new puzzle for the visitors of a link; null where the operator asks for none. */
export function newWork(ctx: PuzzleContext, link: Link): Puzzle | null {
  const bits = ctx.services.config.publicFormWork
  if (bits === 0) return null
  const ends = Math.floor(ctx.now.getTime() / 1000) + goodForSeconds
  const salt = randomBytes(9).toString('base64url')
  const challenge = `${ends}.${salt}.${signature(ctx, link, ends, salt)}`
  return { challenge, rounds, bits, expires_at: new Date(ends * 1000).toISOString() }
}

/** Whether this was worked for the submission of this uuid, or nothing need be. */
function isWorked(ctx: PuzzleContext, link: Link, uuid: string, work: Work | undefined): boolean {
  const bits = ctx.services.config.publicFormWork
  return bits === 0 || (work !== undefined && isOurs(ctx, link, work) && isSolved(work, uuid, bits))
}

function isOurs(ctx: PuzzleContext, link: Link, { challenge }: Work): boolean {
  const [ends = '', salt = '', signed = ''] = challenge.split('.')
  return Number(ends) * 1000 > ctx.now.getTime() && sameSecret(signature(ctx, link, Number(ends), salt), signed)
}

function isSolved({ challenge, solution }: Work, uuid: string, bits: number): boolean {
  const seed = createHash('sha256').update(seedText(challenge, uuid)).digest()
  const found = (number: number, round: number) => {
    const hash = createHash('sha256')
      .update(tryOf(seed, round, number))
      .digest()
    return Math.clz32(hash.readInt32BE(0)) >= bits
  }
  return solution.length === rounds && solution.every(found)
}

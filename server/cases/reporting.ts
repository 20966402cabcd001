/** Accepts a case by the link of a reporting channel. Nothing stored says who sent it or when, except the day. */
import { createHmac, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { readCode } from '#shared/cases/code.ts'
import type { Identity } from '#shared/cases/rules.ts'
import type { Answer, Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import { filesIn } from '#shared/forms/answers/content.ts'
import { unknownAnswers } from '#shared/forms/check.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { askedOfVisitors } from '#shared/forms/public/publicDefinition.ts'
import type { Locale } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { evaluateForm, refuseAnswers } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import type { Limit } from '../lib/security/limits.ts'
import { hashed, isRight } from '../lib/security/passwordHash.ts'
import { derive } from '../lib/security/secrets.ts'
import {
  accessVisited,
  prefilledAnswers,
  requireOpen,
  requirePin,
  type VisitedLink,
  visitedVersion,
} from '../public-links/queries.ts'
import { noonOf } from './queries.ts'
import { cases } from './table.ts'

type Sent = {
  id: number
  token: string
  version?: number | undefined
  answers: Answers
  locale: Locale
  identity: Identity
  contact?: string | undefined
}

/**
 * Asks for the link's PIN, evaluates the answers and hashes the code, with no connection held; null for a case that is
 * here already. Throws what `report` throws.
 */
export async function prepareReport(sent: Sent, ctx: Context): Promise<string | null> {
  const visited = await accessChannel(ctx, sent)
  await requirePin(ctx, visited)
  const { code, first } = await examine(ctx, visited, sent)
  return first ? null : hashedCode(ctx, code)
}

/**
 * The link of a reporting channel. Throws 404 for that of another form, 422 for a code or contact that does not fit.
 */
async function accessChannel(ctx: Context, sent: Sent): Promise<VisitedLink> {
  requireCode(ctx)
  if (sent.contact && sent.identity === 'anonymous') throw invalidField('contact', 'read_only')
  const visited = await accessVisited(ctx, sent)
  if (!visited.form.isChannel) throw new Problem('not_found')
  return visited
}

function requireCode(ctx: Context): string {
  const code = sentCode(ctx)
  if (!code) throw invalidField('Case-Code', 'wrong_format')
  return code
}

/** Evaluates a report and looks for the first of the same. Throws 422 for answers that do not fit. */
async function examine(ctx: Context, visited: VisitedLink, sent: Sent) {
  const code = requireCode(ctx)
  const contact = sent.contact || null
  const { form, company } = visited
  const { version, prefill } = await visitedVersion(ctx, visited, sent.version)
  const day = dayAt(ctx.now, company.timeZone)
  const asked = askedOfVisitors(version.definition, prefill)
  const given = { ...sent.answers, ...prefilledAnswers(prefill) }
  const state = await evaluateForm(ctx, asked, given, {
    now: noonOf(day),
    language: sent.locale,
    keeps: 'last_answers',
  })
  const answers = withoutNames(state.settled())

  const lookup = lookupOf(ctx, code)
  const known = async () => {
    const [earlier] = await ctx.db.select().from(cases).where(eq(cases.lookup, lookup))
    const isSame =
      earlier?.formId === form.id &&
      earlier.identity === sent.identity &&
      earlier.contact === contact &&
      isDeepStrictEqual(earlier.answers, answers)
    if (earlier && !isSame) throw new Problem('submission_uuid_taken')
    return earlier && { received_on: earlier.receivedOn }
  }
  const first = await known()
  if (!first) {
    await requireOpen(ctx, visited)
    refuseAnswers([...unknownAnswers(version.definition, sent.answers), ...evaluationOf(state).problems])
  }
  return { code, contact, version, day, answers, lookup, known, first }
}

/** Stores a case once; repeating it under its code changes nothing. Nobody is notified at that moment. */
export async function report(ctx: Context, sent: Sent, codeHash: string | null): Promise<{ received_on: string }> {
  const visited = await accessChannel(ctx, sent)
  const { contact, version, day, answers, lookup, known, first } = await examine(ctx, visited, sent)
  if (first) return first
  if (codeHash === null) throw new Problem('unavailable', { retryAfter: 1 })
  const { form, company } = visited
  await ctx.services.tracelessLimits.spend(reportsFromPlace, ctx.ip)
  await ctx.services.tracelessLimits.spend(reportsOfForm, String(form.id))
  return withRandomId(async id => {
    const stored = await ctx.db
      .insert(cases)
      .values({
        ...{ id, companyId: company.id, formId: form.id, formVersionId: version.id },
        ...{ identity: sent.identity, contact, locale: sent.locale, answers, lookup, codeHash, receivedOn: day },
      })
      .onConflictDoNothing()
      .returning({ received_on: cases.receivedOn })
    if (stored.length > 0) return stored
    // The same report came in between, or another case has the number.
    const other = await known()
    return other ? [other] : []
  })
}

/** Files are named by their uuids alone: what they were called on somebody's device may say whose it is. */
const withoutNames = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([key, { value, photos, ...beside }]): [string, Answer] => [
      key,
      {
        ...beside,
        ...(value !== undefined && {
          value: filesIn(value).length > 0 ? (unnamed(filesIn(value)) as AnswerValue) : value,
        }),
        ...(photos && { photos: unnamed(photos) }),
      },
    ]),
  )

const unnamed = (files: { uuid: string }[]) => files.map(({ uuid }) => ({ uuid }))

// Stores the code of a case as its argon2 hash with a server key, and a keyed hash to find the row. The code has 128
// random bits, so neither can be reversed.

type Caller = Pick<Context, 'services' | 'actor' | 'ip'>

/** The code that came with the call, as it is written; null where none came or what came is none. */
export const sentCode = ({ header }: Pick<Context, 'header'>): string | null => readCode(header('case-code') ?? '')

/** Where the case of a code is found. */
export const lookupOf = ({ services }: Caller, code: string): string => derive(services.serverKey, 'case code', code)

const keyOf = ({ services }: Caller): Buffer =>
  createHmac('sha256', services.serverKey).update('case code hash').digest()

const hashedCode = (ctx: Caller, code: string): Promise<string> => hashed(ctx, code, keyOf(ctx))

/** Whether the code is that of the hash; without one it takes as long, and is not. */
export const isRightCode = (ctx: Caller, hash: string | null, code: string): Promise<boolean> =>
  isRight(ctx, hash, code, keyOf(ctx))

/** Codes that no case has. */
export const wrongCodes: Limit = { name: 'case codes', tries: 10, seconds: 15 * 60 }
/** Calls of somebody who has come back, files among them. */
export const comingBack: Limit = { name: 'calls about a case', tries: 60, seconds: 60 }
/** New cases from one place, and of one form together: nobody is to bury those who handle them. */
const reportsFromPlace: Limit = { name: 'cases from a place', tries: 10, seconds: 3600 }
const reportsOfForm: Limit = { name: 'cases of a form', tries: 300, seconds: 24 * 3600 }

const most = 2 ** 31

/**
 * Stores a row under a random id, and tries another where that is taken. `insert` uses `onConflictDoNothing`, because
 * a refusal would be in PostgreSQL's log with its time.
 */
export async function withRandomId<Row>(insert: (id: number) => Promise<Row[]>): Promise<Row> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await insert(randomInt(1, most))
    if (row) return row
  }
  throw new Error('No number was free.')
}

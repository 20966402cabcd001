/**
 * Deleted rows can be restored for 30 days: every call that deletes has one that restores, both logged, or is listed
 * here with the reason why nothing is lost. `server/lib/jobs/erasing.test.ts` tests that archived rows are erased in
 * the end.
 */
import { desc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles } from '#shared/companies/roles.ts'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { auditEntries } from '../audit/table.ts'
import { jobs } from '../registry.ts'
import { filledCompany } from './filledCompany.ts'
import { publishedForm } from './forms.ts'
import { admin, platform } from './people.ts'
import { ask } from './routes/asking.ts'
import { idsOf } from './routes/idsOf.ts'
import { expectations } from './routes/routeExpectations.ts'
import { complete } from './submissions.ts'

type Call = { name: string; endpoint: Endpoint }
const calls: Call[] = Object.entries(contracts).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([call, endpoint]) => ({
    name: `${feature}.${call}`,
    endpoint,
  })),
)
const deleting = calls.filter(({ endpoint }) => endpoint.method === 'DELETE')
const restoringOf = ({ endpoint }: Call) =>
  calls.find(one => one.endpoint.method === 'POST' && one.endpoint.path === `${endpoint.path}/restore`)

/** Nothing that somebody made goes, or going at once is what is asked for. */
const reasons: Record<string, string> = {
  'workers.endPhone': 'a key is taken back, at once and for good',
  'me.removeAvatar': 'the picture is on the device of whoever chose it',
  'me.endSession': 'a session ends, at once and for good',
  'me.endOtherSessions': 'sessions end, at once and for good',
  'me.remove': 'archives the account: an admin restores it for 30 days (users.restore)',
  'me.endTwoFactor': 'a secret is thrown away, at once and for good',
  'users.endTwoFactor': 'a secret is thrown away, at once and for good',
  'passkeys.remove': 'a key is taken back, at once and for good',
  'companies.removeLogo': 'the picture is on the device of whoever chose it',
  'mapPicture.remove': 'the picture is on the device of whoever chose it',
  'companies.removeMember': 'nothing of theirs goes: an invitation brings them back',
  'companies.quit': 'nothing of theirs goes: an invitation brings them back',
  'invites.revoke': 'a link is taken back, at once and for good; the row stays',
  'sso.unlink': 'a link is made again by the next sign-in with the password',
  'sso.remove': 'settings that are typed again; nobody’s work is in them',
  'keys.revoke': 'a secret ends, at once and for good; what was done with it stays',
  'webhooks.remove': 'a secret address ends, at once and for good; its events are in the company’s own lists',
  'publicLinks.remove': 'a link is taken back, at once and for good; what came by it stays',
  'publicLinks.removeAll': 'links are taken back, at once and for good; what came by them stays',
  'imports.cancel': 'what was imported stays, and the rest goes on where it was',
  'exports.cancel': 'what it was made of is there: it is made again',
  'feeds.remove': 'a secret address ends, at once and for good',
  'helpers.remove': 'a link is taken back, at once and for good; what was noted by it stays',
  'messaging.remove': 'hides it for oneself; the next message shows it again, with all that was said',
  'messaging.removeUser': 'nothing of theirs goes: they are added again',
  'messaging.removeMessage': 'whoever wrote it takes it back from others, at once: that it was there is shown',
  'shares.remove': 'a link is taken back, at once and for good; what it opens stays',
  'passes.revoke': 'a pass is revoked, at once and for good; its log stays',
  'samples.remove': 'made up by tend, and put in again whenever somebody wants it',
  'animalEvents.endWithhold': 'what was set by hand is set again; the log tells of both',
  'reportSchedules.end': 'a setting goes back to what it was',
  'notices.unmute': 'a setting goes back to what it was',
  'notices.unsubscribe': 'a browser is forgotten, at once and for good',
}

test('deleted records have a call that restores them, or a reason here', () => {
  const lost = deleting.filter(call => !restoringOf(call)).map(({ name }) => name)
  expect(lost.sort()).toEqual(Object.keys(reasons).sort())
})

/** Archived rows that no job erases, with the reason. */
const kept: Record<string, string> = {
  plans: 'what companies had of an offer names it',
  company_plans: 'what a company had, and until when, is on record',
}

test('every archived feature is erased in the end, or has a reason here', async () => {
  const { rows } = await platform(db =>
    db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.columns
        where column_name = 'archived_at' and table_schema = 'public'`,
    ),
  )
  const erased = new Set(jobs.map(({ name }) => name.replaceAll('_', '-')))
  const left = rows.map(({ name }) => name).filter(name => !erased.has(`${name.replaceAll('_', '-')}.erase-archived`))
  expect(left.sort()).toEqual(Object.keys(kept).sort())
})

/**
 * Those that ask for the password again have tests of their own (`server/accounts/users.test.ts`,
 * `server/companies/companies.test.ts`), and an offer is no company's.
 */
const elsewhere = ['users.remove', 'companies.remove', 'plans.removeOffer']

test('a deleted record returns as it was, and both acts are logged', async () => {
  const { id, boss, hand } = await filledCompany()
  const ids = await idsOf(id, hand)
  const helper = await admin()
  const done = await complete(boss, await publishedForm(boss))
  // People with this role have it.
  const unheld = await boss.call(roles.create, { name: 'Unheld', standing: 'below_employee', rules: [] })
  const others: Record<string, object> = { 'submissions.remove': { id: done.id }, 'roles.remove': { id: unheld.id } }
  const newest = async () => {
    const [entry] = await platform(db =>
      db
        .select({ id: auditEntries.id, action: auditEntries.action })
        .from(auditEntries)
        .orderBy(desc(auditEntries.id))
        .limit(1),
    )
    return entry
  }
  const walked: string[] = []
  for (const call of deleting) {
    const restoring = restoringOf(call)
    if (!restoring || elsewhere.includes(call.name)) continue
    const { may, row } = expectations[call.name] ?? { may: [] }
    const input = others[call.name] ?? [row?.(ids, ids) ?? {}].flat()[0]
    const { token } = may.includes('manager') ? boss : helper
    const before = await newest()
    const answer = await ask(call.endpoint, input ?? {}, token)
    expect.soft([200, 204], `${call.name}: ${answer.body}`).toContain(answer.status)
    const deleted = await newest()
    expect.soft(deleted?.id, call.name).not.toBe(before?.id)
    expect.soft(deleted?.action, call.name).toMatch(/archived|deleted|removed/)
    const again = await ask(restoring.endpoint, input ?? {}, token)
    expect.soft(again.status, `${restoring.name}: ${again.body}`).toBe(200)
    expect.soft((await newest())?.action, restoring.name).toMatch(/restored/)
    walked.push(call.name)
  }
  expect(walked).toEqual(
    expect.arrayContaining(['animals.remove', 'tasks.remove', 'submissions.remove', 'guides.remove', 'roles.remove']),
  )
})

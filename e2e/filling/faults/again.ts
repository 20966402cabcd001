/** What is filled in again while faults strike: the disputed questions of a review, and the look at what failed. */
import type { Page } from '@playwright/test'
import { call } from '../../apiCalls.ts'
import { expect } from '../../people.ts'
import type { FaultyNetwork } from './network.ts'
import { Phone } from './phone.ts'

/** What a person does on a new phone while faults strike, and how to see that the server has it once. */
export type Work = {
  begin: (network: FaultyNetwork) => Promise<Phone>
  isOnce: (me: Phone, mark: string) => Promise<void>
}

const label = (en: string) => ({ en })
const asked = ['all_seen', 'ill_or_lame']

/**
 * The daily pen check, which managers review, and of which one task comes: once it is done, whoever filled in looks
 * again at all that failed.
 */
async function reviewedForm(boss: Page): Promise<number> {
  const [check] = await call<{ id: number }[]>(boss, 'GET', '/form?search=Daily%20pen%20check')
  const { published } = await call(boss, 'GET', `/form/${check?.id}`)
  const { definition } = published
  definition.settings = { ...definition.settings, reviewed_by: {} }
  for (const question of definition.sections[0].questions)
    if (asked.includes(question.id)) delete question.when_failed.task
  definition.triggers = [
    {
      ...{ id: 'bad', when: { on: 'answers', holds: 'true()' } },
      task: {
        ...{ title: label('See to what failed'), priority: 'normal', due_after: 'P1D' },
        ...{ assignee: 'manager', recheck: 'submitter' },
      },
    },
  ]
  const { id } = await call<{ id: number }>(boss, 'POST', '/form', { name: label('Faulty again'), definition })
  await call(boss, 'POST', `/form/${id}/publish`, {})
  return id
}

/** Fills it in by the person of the page, with two answers that failed. */
async function fillIn(page: Page, form_id: number): Promise<number> {
  const [place] = await call<{ id: number }[]>(page, 'GET', '/location')
  const subjects = [{ type: 'location', id: place?.id }]
  const { id } = await call(page, 'POST', '/form/submission', { form_id, uuid: crypto.randomUUID(), subjects })
  const good = { dead_or_injured: 'no', water_works: 'yes', feed_enough: 'yes', fences_closed: 'na' }
  const answers = {
    ...Object.fromEntries(Object.entries(good).map(([question, value]) => [question, { value }])),
    ...{ lying_area: { value: 'dry' }, air: { value: 'fresh' } },
    ...{ all_seen: { value: 'no', note: 'first' }, ill_or_lame: { value: 'yes', note: 'first' } },
  }
  await call(page, 'POST', `/form/submission/${id}/complete`, { answers })
  return id
}

type Draft = { id: number; uuid: string; follows_id: number | null }

const draftOf = async (page: Page, followed: number): Promise<string> => {
  const drafts = await call<Draft[]>(page, 'GET', '/form/submission?status=draft&sort=-updated_at&per_page=100')
  const draft = drafts.find(({ follows_id }) => follows_id === followed)
  if (!draft) throw new Error('Nothing is asked again')
  return draft.uuid
}

/** What the page shows was typed last, with both photos. */
const lastOf = ({ typed }: Phone) => ({
  all_seen: { value: 'no', note: typed.seen },
  ill_or_lame: { value: 'yes', note: typed.ill, photos: [{}, {}] },
})

/** A review sends both answers back; what comes is the second version, and there is no third. */
export async function disputed(boss: Page): Promise<Work> {
  const form = await reviewedForm(boss)
  let followed = 0
  return {
    begin: network =>
      Phone.again(network, async page => {
        followed = await fillIn(page, form)
        const review = { state: 'has_issues', reason: 'Look again', reopen: asked }
        await call(boss, 'POST', `/form/submission/${followed}/review`, review)
        return draftOf(page, followed)
      }),
    isOnce: async me => {
      const now = await call(boss, 'GET', `/form/submission/${followed}`)
      expect(now.answers).toMatchObject(lastOf(me))
      expect(now.review_state).toBe('received')
      expect(await call(boss, 'GET', `/form/submission/${followed}/history`)).toHaveLength(2)
    },
  }
}

/** The task is done, and it is as bad as before: the task is open again, once, and one look is on record. */
export async function toLookAt(boss: Page): Promise<Work> {
  const form = await reviewedForm(boss)
  let followed = 0
  const tasksOf = async () =>
    (
      await call<{ id: number; task_id: number; origin_submission_id: number; is_completed: boolean }[]>(
        ...([boss, 'GET', '/task/sent?sort=-due_at&per_page=100'] as const),
      )
    ).filter(({ origin_submission_id }) => origin_submission_id === followed)
  return {
    begin: network =>
      Phone.again(network, async page => {
        followed = await fillIn(page, form)
        const [task] = await tasksOf()
        await call(boss, 'POST', `/task/sent/${task?.id}/complete`, {})
        return draftOf(page, followed)
      }),
    isOnce: async me => {
      const found = await call(boss, 'GET', `/finding?submission_id=${followed}`)
      expect(found).toMatchObject([{ recheck: { state: 'failed' }, closed_at: null }])
      const look = await call(boss, 'GET', `/form/submission/${found[0].recheck.submission_id}`)
      expect(look).toMatchObject({
        uuid: me.uuid,
        status: 'complete',
        answers: lastOf(me),
        receipt: { client_id: me.uuid },
      })
      expect((await tasksOf()).filter(({ is_completed }) => !is_completed)).toHaveLength(1)
      const looks = await call<Draft[]>(boss, 'GET', `/form/submission?form_id=${form}&status=complete&per_page=100`)
      expect(looks.filter(({ follows_id }) => follows_id === followed)).toHaveLength(1)
    },
  }
}

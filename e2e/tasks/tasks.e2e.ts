/** Work that is given, done and skipped: on a worker's phone, at a manager's desk, with and without a connection. */
import type { Locator, Page } from '@playwright/test'
import { userChannel } from '#shared/lib/contract.ts'
import { call, type Me, me } from '../apiCalls.ts'
import { isHearing } from '../hearing.ts'
import { desktop, enter, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

type Sent = { id: number; title: string; is_completed: boolean; is_skipped: boolean; skipped_reason: string | null }

/** The manager of this page gives somebody a task. */
async function give(page: Page, title: string, to: Me, more: object = {}) {
  await call(page, 'POST', '/task', { title, assignees: [{ user_id: to.id }], ...more })
}

const sentBy = async (page: Page, title: string): Promise<Sent> => {
  const list = await call<Sent[]>(page, 'GET', `/task/sent?search=${encodeURIComponent(title)}`)
  const found = list.filter(sent => sent.title === title).sort((one, other) => other.id - one.id)[0]
  if (!found) throw new Error(`${title} was not sent`)
  return found
}

/** Of exactly that title: journeys before left tasks of longer ones. */
const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** A task that was given appears by itself, at once (liveTasks.e2e.ts). */
const appears = (page: Page, title: string) => expect(card(page, title).last()).toBeVisible()

/** A finger moves sideways over something. */
async function swipe(page: Page, target: Locator, distance: number) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to swipe')
  const [y, from] = [box.y + 20, box.x + (distance > 0 ? 20 : box.width - 20)]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step++) await touch('touchMove', from + (distance * step) / 10)
  await touch('touchEnd')
}

test.describe('on a phone', () => {
  let boss: Page
  let hand: Page
  let tom: Me

  test.beforeEach(async ({ signIn }) => {
    boss = await signIn(manager, { ...desktop, at: noScreen })
    hand = await signIn(worker, phone)
    tom = await me(hand)
  })

  test('a new task is counted, told in a word that leads to it, and appears by itself', async () => {
    await expect(hand.getByRole('article').first()).toBeVisible()
    await hand.goto('/locations')
    await expect(hand.getByRole('link', { name: 'Barn 1', exact: true })).toBeVisible()
    await hand.waitForLoadState('networkidle')
    await give(boss, 'Count the ewes', tom)
    await expect(hand.getByRole('link', { name: 'New task: Count the ewes' })).toBeVisible()
    await expect(hand.getByRole('link', { name: /Today.*1 new task/ })).toBeVisible()
    await hand.getByRole('link', { name: /^Today/ }).click()
    await expect(card(hand, 'Count the ewes')).toBeVisible()
    await expect(hand.getByText('1 new task')).toHaveCount(0)

    await give(boss, 'Weigh the lambs', tom)
    await expect(card(hand, 'Weigh the lambs')).toBeVisible()
    await hand.getByRole('link', { name: 'New task: Weigh the lambs' }).click()
    await expect(hand.getByRole('heading', { name: 'Weigh the lambs' })).toBeVisible()
  })

  test('what is to be done is looked at by time, or by the place where it is; the phone remembers which', async () => {
    const [barn] = await call<{ id: number }[]>(boss, 'GET', '/location?search=Barn%201')
    const title = `Top up the straw ${Date.now()}`
    await give(boss, title, tom, { subjects: [{ type: 'location', id: barn?.id }] })
    await give(boss, `Ring the vet ${Date.now()}`, tom)
    const group = (name: string) =>
      hand.getByRole('region', { name: 'My tasks' }).getByRole('list', { name, exact: true })
    await expect(group('Today').getByRole('heading', { name: title })).toBeVisible()
    await expect(group('Overdue').getByRole('heading', { name: 'Repair the gate at the loading ramp' })).toBeVisible()
    await hand.getByText('By location and animal').click()
    await expect(group('Barn 1').getByRole('heading', { name: title })).toBeVisible()
    await expect(group('Without location or animal').getByRole('heading', { name: /^Ring the vet/ })).not.toHaveCount(0)
    await expectAccessible(hand)
    await hand.reload()
    await expect(group('Barn 1').getByRole('heading', { name: title })).toBeVisible()
  })

  test('one tap completes, the undo takes it back, and time makes it final', async () => {
    await give(boss, 'Sweep the feed passage', tom)
    await appears(hand, 'Sweep the feed passage')
    await card(hand, 'Sweep the feed passage').getByRole('button', { name: 'Done' }).click()
    await expect(hand.getByText('Done: Sweep the feed passage')).toBeVisible()
    await expect(hand.getByRole('button', { name: 'Undo' })).toBeFocused()
    await hand.getByRole('button', { name: 'Undo' }).click()
    await expect(card(hand, 'Sweep the feed passage')).toBeVisible()
    expect(await sentBy(hand, 'Sweep the feed passage')).toMatchObject({ is_completed: false })

    await card(hand, 'Sweep the feed passage').getByRole('button', { name: 'Done' }).click()
    const done = hand.getByRole('region', { name: 'Done by me today' })
    await expect(done.getByText('Sweep the feed passage')).toBeVisible({ timeout: 15_000 })
    await expect(hand.getByText('Done: Sweep the feed passage')).toHaveCount(0)
    expect(await sentBy(hand, 'Sweep the feed passage')).toMatchObject({ is_completed: true })
  })

  test('leaving the page at once loses nothing', async () => {
    await give(boss, 'Close the top gate', tom)
    await appears(hand, 'Close the top gate')
    await card(hand, 'Close the top gate').getByRole('button', { name: 'Done' }).click()
    await hand.goto('/health')
    const mine = `/company/${tom.company_id}/tasks?search=${encodeURIComponent('Close the top gate')}`
    await expect.poll(() => call<Sent[]>(boss, 'GET', mine)).toMatchObject([{ is_completed: true }])
  })

  test('a swipe forwards completes, a swipe back asks why and skips, a short pull does neither', async () => {
    await give(boss, 'Check the trough', tom)
    await give(boss, 'Mow the verge', tom)
    await appears(hand, 'Mow the verge')
    await swipe(hand, card(hand, 'Check the trough'), 60)
    await expect(card(hand, 'Check the trough')).toBeVisible()
    await swipe(hand, card(hand, 'Check the trough'), 240)
    await expect(hand.getByText('Done: Check the trough')).toBeVisible()

    await swipe(hand, card(hand, 'Mow the verge'), -240)
    await hand.getByRole('dialog').getByRole('button', { name: 'Not possible today' }).click()
    await expect(hand.getByText('Skipped: Mow the verge')).toBeVisible()
    await hand.reload()
    await expect
      .poll(() => sentBy(hand, 'Mow the verge'))
      .toMatchObject({ is_skipped: true, skipped_reason: 'Not possible today' })
  })

  test('without a connection the tasks are there with their age, and what was done is sent later', async () => {
    await give(boss, 'Top up the salt licks', tom)
    await appears(hand, 'Top up the salt licks')
    await hand.waitForLoadState('networkidle')
    await hand.context().setOffline(true)
    await expect(hand.getByText(/You’re offline. These are your tasks as of \d\d:\d\d/)).toBeVisible()
    await card(hand, 'Top up the salt licks').getByRole('button', { name: 'Done' }).click()
    const done = hand.getByRole('region', { name: 'Done by me today' })
    await expect(done.getByText('Not sent yet')).toBeVisible({ timeout: 15_000 })
    await hand.context().setOffline(false)
    await expect(done.getByText('Not sent yet')).toHaveCount(0)
    expect(await sentBy(hand, 'Top up the salt licks')).toMatchObject({ is_completed: true })
  })

  test('a copy younger than an hour stands at once, before the server has answered', async () => {
    await expect(hand.getByRole('article').first()).toBeVisible()
    await hand.evaluate(() => {
      const copy = JSON.parse(localStorage.getItem('tend_tasks') ?? '{}')
      localStorage.setItem('tend_tasks', JSON.stringify({ ...copy, timestamp: Date.now() - 59 * 60_000 }))
    })
    await hand.route(/\/api\/task\/sent/, () => {})
    await hand.reload()
    await expect(hand.getByRole('article').first()).toBeVisible()
  })

  test('the copy of the tasks is kept as the specification has it', async () => {
    await give(boss, 'Look at the bull', tom)
    await appears(hand, 'Look at the bull')
    const cached = () => hand.evaluate(() => JSON.parse(localStorage.getItem('tend_tasks') ?? 'null'))
    const copy = await cached()
    expect(Object.keys(copy).sort()).toEqual(['page', 'per_page', 'tasks', 'timestamp', 'total'])
    const { id } = await sentBy(hand, 'Look at the bull')
    const ids = async () => (await cached()).tasks.map((sent: Sent) => sent.id)
    expect(await ids()).toContain(id)
    expect(copy.tasks.every((sent: Sent) => !sent.is_completed && !sent.is_skipped)).toBe(true)
    await call(hand, 'POST', `/task/sent/${id}/complete`, {})
    await expect.poll(ids).not.toContain(id)

    // A copy of any age is better than nothing in a barn without signal, as long as its age is said.
    await hand.goto('/health')
    await hand.evaluate(() => {
      const copy = JSON.parse(localStorage.getItem('tend_tasks') ?? 'null')
      localStorage.setItem('tend_tasks', JSON.stringify({ ...copy, timestamp: copy.timestamp - 3 * 24 * 3600_000 }))
    })
    await hand.route('**/api/task/sent?*', route => route.abort('internetdisconnected'))
    await hand.goto('/tasks')
    await expect(hand.getByText(/These are your tasks as of \d+ \S+ \d{4}, \d\d:\d\d\./)).toBeVisible()
    await expect(hand.getByRole('article').first()).toBeVisible()
  })

  test('a finding reaches the manager as a word that leads to it, and stands on their Today', async () => {
    const definition = {
      schema: 1,
      default_language: 'en',
      sections: [
        {
          id: 's',
          title: { en: 'Water' },
          questions: [
            { id: 'water', type: 'yes_no', label: { en: 'Does it run?' }, good: 'yes', required: true, critical: true },
          ],
        },
      ],
    }
    const form = await call<{ id: number }>(boss, 'POST', '/form', {
      name: { en: 'Water check' },
      description: {},
      category: 'daily',
      definition,
    })
    await call(boss, 'POST', `/form/${form.id}/publish`, {})
    const barn = (await call<{ id: number }[]>(boss, 'GET', '/location?search=Barn%202'))[0]
    await give(boss, 'Check the water', tom, {
      form_id: form.id,
      subjects: [{ type: 'location', id: barn?.id }],
    })
    await appears(hand, 'Check the water')
    const sent = await sentBy(hand, 'Check the water')
    await expect(card(hand, 'Check the water').getByRole('link', { name: 'Fill in' })).toHaveAttribute(
      'href',
      `/submission/filling/new?form=${form.id}&task=${sent.id}`,
    )
    const draft = await call<{ id: number }>(hand, 'POST', '/form/submission', {
      form_id: form.id,
      uuid: crypto.randomUUID(),
      task_sent_id: sent.id,
    })
    const hears = isHearing(boss, userChannel((await me(boss)).id))
    await boss.goto('/tasks')
    await hears
    // How many there are, of which Today shows the worst and oldest: other journeys leave theirs.
    const heading = boss
      .getByRole('region', { name: /finding/ })
      .getByRole('heading')
      .first()
    const before = (await heading.textContent()) ?? ''
    await call(hand, 'POST', `/form/submission/${draft.id}/complete`, { answers: { water: { value: 'no' } } })

    await expect(boss.getByRole('link', { name: 'Barn 2 has a finding' })).toHaveAttribute(
      'href',
      `/submission/view/${draft.id}`,
    )
    await expect(heading).not.toHaveText(before)
    await boss.goto('/findings?per_page=100')
    await expect(boss.locator(`a[href="/submission/view/${draft.id}"]`).filter({ hasText: 'Barn 2' })).toBeVisible()
    await expect(card(hand, 'Check the water')).toHaveCount(0)
  })
})

test('a withdrawn task is announced as soon as the phone is put down', async ({ signIn, page: hand }) => {
  const boss = await signIn(manager, desktop)
  await enter(hand, worker)
  await give(boss, 'Move the hurdles', await me(hand))
  await appears(hand, 'Move the hurdles')
  await card(hand, 'Move the hurdles').getByRole('button', { name: 'Done' }).click()
  const [task] = await call<{ id: number }[]>(boss, 'GET', '/task?search=hurdles')
  await call(boss, 'DELETE', `/task/${task?.id}`)
  await hand.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(hand.getByText('Move the hurdles: This does not exist, or you are not allowed to see it.')).toBeVisible()
  await expect(card(hand, 'Move the hurdles')).toHaveCount(0)
  await hand.goto('/outbox')
  await expect(hand.getByRole('link', { name: /Move the hurdles.*Not accepted/ })).toBeVisible()
  await hand.getByRole('button', { name: 'Remove “Move the hurdles” from this device' }).click()
  await expect(hand.getByText('Everything was sent')).toBeVisible()
})

test.describe('at a desk', () => {
  test('a manager gives a task: what is missing is said in place, what was typed survives a reload', async ({
    signIn,
  }) => {
    // Narrowed: tasks of the journeys before are more than a page, and most are due before this one.
    const boss = await signIn(manager, { ...desktop, at: '/company/tasks?search=Paint' })
    await boss.getByRole('button', { name: 'New task' }).click()
    await boss.getByRole('button', { name: 'Save' }).click()
    await expect(boss.getByLabel('What to do')).toHaveAccessibleDescription('Please fill this in.')
    await expect(boss.getByRole('combobox', { name: 'Who' })).toHaveAccessibleDescription('Please fill this in.')
    await boss.getByLabel('What to do').fill('Paint the gate')
    await boss.getByRole('combobox', { name: 'Who' }).fill('far')
    await boss.getByRole('option', { name: 'Farid Haddad' }).click()
    await boss.getByRole('button', { name: 'Tomorrow morning' }).click()
    await expect(boss.getByRole('group', { name: 'From' }).getByLabel('Time')).toHaveValue('06:00')
    await expect(boss.getByRole('group', { name: 'Due' }).getByLabel('Time')).toHaveValue('10:00')
    await boss.reload()
    await boss.getByRole('button', { name: 'New task' }).click()
    await expect(boss.getByLabel('What to do')).toHaveValue('Paint the gate')
    await expect(boss.getByText('Farid Haddad', { exact: true }).last()).toBeVisible()
    await boss.getByRole('dialog').getByText('More', { exact: true }).click()
    await boss.getByRole('combobox', { name: 'About' }).fill('ramp')
    await boss.getByRole('option', { name: 'Loading ramp' }).click()
    await boss.getByRole('button', { name: 'Save' }).click()
    await expect(boss.getByRole('dialog')).toBeHidden()
    const row = boss.getByRole('row').filter({ hasText: 'Paint the gate' })
    await expect(row).toContainText('Farid Haddad')
    await expect(row).toContainText('Loading ramp')
    await expect(row).toContainText('Open')
  })

  test('a task that somebody else changed shows both versions', async ({ page: boss }) => {
    await enter(boss, manager)
    const task = await call<{ id: number }>(boss, 'POST', '/task', {
      title: 'Before',
      assignees: [{ user_id: (await me(boss)).id }],
    })
    await boss.goto(`/company/tasks/assignments/${task.id}`)
    await boss.getByRole('button', { name: 'Edit' }).click()
    await boss.getByLabel('What to do').fill('Mine')
    await call(boss, 'PUT', `/task/${task.id}`, { title: 'Theirs' })
    await boss.getByRole('button', { name: 'Save' }).click()
    await expect(boss.getByRole('row', { name: 'What to do' })).toHaveText(/Mine.*Theirs/)
    await boss.getByRole('button', { name: 'Save mine' }).click()
    await expect(boss.getByRole('heading', { name: 'Mine', exact: true })).toBeVisible()
  })

  test('several tasks are skipped at once with one reason, and taken back', async ({ signIn }) => {
    const boss = await signIn(manager, desktop)
    const self = await me(boss)
    for (const title of ['Batch one', 'Batch two']) await give(boss, title, self)
    await boss.goto('/company/tasks?search=Batch')
    for (const title of ['Batch one', 'Batch two'])
      await boss.getByRole('row').filter({ hasText: title }).getByRole('checkbox').check()
    await boss.getByRole('button', { name: 'Skip (2)' }).click()
    await boss.getByRole('dialog').getByLabel('Or in your own words').fill('The weather turned')
    await boss.getByRole('dialog').getByRole('button', { name: 'Skip' }).click()
    await expect(boss.getByText('Skipped: 2 tasks')).toBeVisible()
    await expect(boss.getByRole('row').filter({ hasText: 'Batch one' })).toContainText('Skipped')
    await boss.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(boss.getByRole('row').filter({ hasText: 'Batch one' })).toContainText('Open')
  })

  test('every number of Today leads to the tasks that it counts', async ({ signIn }) => {
    const boss = await signIn(manager, desktop)
    const numbers = boss.getByRole('region', { name: 'All tasks' })
    for (const state of ['Open', 'Overdue', 'Done']) {
      await boss.goto('/tasks')
      const row = numbers.getByRole('listitem').filter({ hasText: new RegExp(`^${state}`) })
      await expect(row).toHaveText(/\d$/)
      const count = (await row.textContent())?.replace(/\D/g, '')
      await row.getByRole('link').click()
      await expect(boss.locator('h1 + span > span').last()).toHaveText(new RegExp(`^${count} `))
    }
  })

  test('a worker may not see what everyone has to do', async ({ signIn }) => {
    const hand = await signIn(worker, desktop)
    await expect(hand.getByRole('link', { name: 'Tasks' })).toHaveCount(0)
    await expect(hand.getByRole('button', { name: 'New task' })).toHaveCount(0)
  })
})

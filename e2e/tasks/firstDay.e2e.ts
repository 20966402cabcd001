/**
 * The first day: whoever has just signed in to the demo looks at an animal, finds it lame, sees that somebody treats it
 * and that what was found is closed. Every tap is counted, and so is every key that does something.
 */
import type { Locator, Page } from '@playwright/test'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const most = 25

/** Does what a thumb does, or what somebody does who has no mouse; and counts it. */
type Hand = { do(what: Locator): Promise<void>; write(where: Locator, words: string): Promise<void>; count(): number }

function thumb(): Hand {
  let count = 0
  return {
    async do(what) {
      count++
      await what.click()
    },
    async write(where, words) {
      count++
      await where.click()
      await where.pressSequentially(words)
    },
    count: () => count,
  }
}

function keys(page: Page): Hand {
  let count = 0
  return {
    async do(what) {
      count++
      await what.focus()
      await expect(what).toBeFocused()
      const isChoice = (await what.getAttribute('type')) === 'radio'
      await page.keyboard.press(isChoice ? 'Space' : 'Enter')
    },
    async write(where, words) {
      count++
      await where.focus()
      await page.keyboard.type(words)
    },
    count: () => count,
  }
}

const devices = [
  { device: 'phone', options: phone, handOf: thumb },
  { device: 'keyboard', options: desktop, handOf: keys },
] as const

for (const { device, options, handOf } of devices)
  test(
    `from sign-in to a finding that is closed with its task, in ${most} steps by ${device}`,
    {
      // The keyboard's way through each of these screens is walked in journeys of their own.
      tag: device === 'phone' ? [] : '@long',
    },
    async ({ signIn }, info) => {
      const page = await signIn('manager@greenfield.example', options)
      const hand = handOf(page)
      const isPhone = device === 'phone'
      // Each device has an animal of its own.
      const name = isPhone ? 'Fern' : 'Hazel'
      const said = `Limps on the left, ${device} ${info.retry}`

      if (isPhone) await hand.do(page.getByRole('button', { name: 'More', exact: true }))
      await hand.do(page.getByRole('link', { name: 'Animals', exact: true }).first())
      await hand.write(page.getByRole('searchbox', { name: 'Search' }), name)
      await hand.do(page.getByRole('link', { name: new RegExp(`^${name}`) }).first())
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await hand.do(page.getByRole('button', { name: 'Fill in', exact: true }))
      await hand.do(page.getByRole('dialog').getByRole('link', { name: 'Look at one animal' }))

      const lame = page.getByRole('group', { name: 'Is it lame?' })
      await hand.do(lame.getByRole('radio', { name: 'Yes', exact: true }))
      await hand.write(lame.getByRole('textbox'), said)
      await hand.do(
        page.getByRole('group', { name: 'Does it eat as usual?' }).getByRole('radio', { name: 'Yes', exact: true }),
      )
      await hand.do(page.getByRole('button', { name: 'Finish' }))
      await hand.do(page.getByRole('button', { name: 'Complete', exact: true }))
      await expect(page.getByRole('heading', { name: 'Done and sent' })).toBeVisible()
      await expect(page.getByText('Failed: 1 critical answer')).toBeVisible()
      await expectAccessible(page)

      // At home it is told once: the finding, which has its task.
      await hand.do(page.getByRole('link', { name: 'Your tasks' }).or(page.getByRole('link', { name: 'My tasks' })))
      const finding = page
        .getByRole('listitem')
        .filter({ hasText: said })
        .filter({ hasText: 'Task: Treat the lame animal' })
      await hand.do(finding.getByRole('link', { name }))
      await expect(page.getByText('Failed: 1 critical answer').first()).toBeVisible()
      await page.goBack()

      await expect(finding.getByText('Is it lame? Yes')).toBeVisible()
      await expect(page.getByRole('article').filter({ hasText: said })).toHaveCount(0)
      await hand.do(finding.getByRole('button', { name: 'Done' }))
      const proof = page.getByRole('dialog', { name: 'Treat the lame animal' })
      await hand.write(proof.getByLabel('What was done?'), 'Trimmed the claw')
      await hand.do(proof.getByRole('button', { name: 'Done' }))
      await expect(finding).toHaveCount(0, { timeout: 30_000 })

      await page.goto('/findings?state=closed')
      await expect(
        page
          .getByRole('listitem')
          .filter({ hasText: said })
          .getByText(/Task done/),
      ).toBeVisible()
      await expectAccessible(page)
      expect(hand.count()).toBeLessThanOrEqual(most)
    },
  )

test('a finding reaches the manager’s home without a reload, and is settled there with a reason', async ({
  signIn,
}, info) => {
  const boss = await signIn('manager@greenfield.example', desktop)
  const hand = await signIn('worker@greenfield.example', phone)
  const heading = boss.getByRole('heading', { name: /^\d+ findings?$/ })
  const counted = async () => Number.parseInt((await heading.textContent()) ?? '0', 10)
  await expect(heading).toBeVisible()
  const before = await counted()
  const note = `Live ${info.retry}: hind leg`
  const send = (path: string, body: object) =>
    hand.evaluate(
      async ([to, content]) => {
        const answer = await fetch(`/api${to}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
          },
          body: JSON.stringify(content),
        })
        return (await answer.json()).data
      },
      [path, body] as const,
    )
  const read = (path: string) =>
    hand.evaluate(async from => {
      const answer = await fetch(`/api${from}`, {
        headers: { Authorization: `Bearer ${localStorage.getItem('tend_token')}` },
      })
      return (await answer.json()).data
    }, path)
  const form = (await read('/form?per_page=100')).find(
    (one: { name: { en: string } }) => one.name.en === 'Look at one animal',
  )
  const [animal] = await read('/animal?search=Clover')
  const { id } = await send('/form/submission', {
    form_id: form.id,
    uuid: crypto.randomUUID(),
    subjects: [{ type: 'animal', id: animal.id }],
    payload_version: 1,
  })
  const answers = { lame: { value: 'yes', note }, eats: { value: 'yes' } }
  await send(`/form/submission/${id}/complete`, { answers, payload_version: 1 })

  await expect.poll(counted, { timeout: 30_000 }).toBeGreaterThan(before)
  await boss.goto('/findings?per_page=100')
  const row = boss.getByRole('listitem').filter({ hasText: note })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Close', exact: true }).click()
  await boss.getByRole('dialog').getByRole('button', { name: 'The vet took care of it' }).click()
  await expect(row).toHaveCount(0)
  await boss.goto('/findings?state=closed')
  await expect(
    boss
      .getByRole('listitem')
      .filter({ hasText: note })
      .getByText(/Closed with a reason.*The vet took care of it/),
  ).toBeVisible()
})

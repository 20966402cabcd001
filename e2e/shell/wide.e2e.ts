/**
 * On a wide screen what a page shows reaches as far as its header, and both stand in the middle of what the navigation
 * leaves. On a phone a long title leaves the buttons beside it where they are.
 */
import { call } from '../apiCalls.ts'
import { desktop, expect, phone, test } from '../people.ts'
import { screens } from './screens.ts'
import { arriveAt } from './walking.ts'

const looked = [
  ...['/tasks', '/company/tasks', '/forms', '/guides', '/guides/$id', '/reports', '/submission'],
  ...['/submission/filled', '/findings', '/submission/view/$id', '/animals', '/animals/$id', '/locations/$id'],
  ...['/company', '/company/users', '/company/plans', '/profile/security', '/outbox', '/pages/pricing'],
]

test('at 1920 and at 1440 px every page is as wide as its header', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', desktop)
  for (const path of looked) {
    const screen = screens.find(one => one.path === path)
    if (!screen) throw new Error(`${path} is no screen`)
    await arriveAt(page, (await screen.address?.(page)) ?? path)
    await expect(page.locator('main h1').first()).toBeAttached()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    for (const width of [1920, 1440]) {
      await page.setViewportSize({ width, height: 1000 })
      const measured = () =>
        page.evaluate(() => {
          const main = document.querySelector('main')
          const header = main?.querySelector('header')
          if (!main || !header) return null
          const inner = main.getBoundingClientRect()
          const head = header.getBoundingClientRect()
          // What can be seen: words, pictures, and boxes with a line or a ground.
          const seen = [...main.querySelectorAll('*')].filter(element => {
            if (header.contains(element) || element.contains(header)) return false
            const { borderInlineEndWidth, backgroundColor } = getComputedStyle(element)
            return (
              borderInlineEndWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)' || !element.firstElementChild
            )
          })
          const ends = seen.map(element => element.getBoundingClientRect()).filter(({ width }) => width > 1)
          return {
            before: Math.round(head.left - inner.left),
            after: Math.round(inner.right - head.right),
            // Without buttons nothing of it floats far off.
            short: header.querySelector('button, a[class*=Button]')
              ? Math.round(head.right - Math.max(...ends.map(({ right }) => right)))
              : 0,
          }
        })
      const where = `${path} at ${width} px`
      let { before, after } = { before: 0, after: 999 }
      const short = async () => {
        const found = await measured()
        if (found) ({ before, after } = found)
        return Math.abs(found?.short ?? 999)
      }
      await expect.poll(short, where).toBeLessThanOrEqual(2)
      expect.soft(Math.abs(before - after), `${where}: ${before} px before, ${after} px after`).toBeLessThanOrEqual(2)
    }
  }
})

test('on a phone a long title ends in dots before it pushes a button off the screen', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', phone)
  const question = { type: 'yes_no', id: 'shut', label: { en: 'Is it shut?' } }
  const { id: form_id } = await call(page, 'POST', '/form', {
    name: { en: 'The evening round of the far gates, the lower sheds and the lambing pens' },
    definition: {
      ...{ schema: 1, default_language: 'en' },
      sections: [{ id: 'all', title: { en: 'All' }, questions: [question] }],
    },
  })
  await call(page, 'POST', `/form/${form_id}/publish`, {})
  const { id } = await call(page, 'POST', '/form/submission', { form_id, uuid: crypto.randomUUID() })
  await call(page, 'POST', `/form/submission/${id}/complete`, { answers: { shut: { value: 'yes' } } })
  await page.goto(`/submission/correct/${id}`)
  await expect(page.getByRole('group', { name: 'Is it shut?' })).toBeVisible()
  const last = page.getByRole('banner').getByRole('button').last()
  await expect(last).toBeInViewport({ ratio: 1 })
  const { x = 0, width = 0 } = (await last.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(phone.viewport.width)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width)
})

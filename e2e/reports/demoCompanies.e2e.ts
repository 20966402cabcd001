/** What somebody finds who looks into the demo as a haulier or a workshop: twelve weeks in which things happened. */
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, test } from '../people.ts'

const week = 7 * 24 * 3_600_000

type Dated = { completed_at: string }
type Finding = { stage: 'open' | 'done' | 'closed'; closed_how: string | null }
type Reader = { confirmed_at: string | null }

for (const [manager, report] of [
  ['manager@kramer.example', 'Rundgang ums Fahrzeug'],
  ['manager@bellerive.example', 'Machines de l’atelier'],
] as const)
  test(`${manager} has twelve weeks of work, with findings, talks and guides`, async ({ signIn }) => {
    const page = await signIn(manager, { ...desktop, at: '/reports' })
    const oldest = await call<Dated[]>(page, 'GET', '/form/submission?status=complete&sort=completed_at&per_page=25')
    const age = Date.now() - Date.parse(oldest[0]?.completed_at ?? '')
    expect(age).toBeGreaterThan(11 * week)
    expect(age).toBeLessThan(13 * week)
    const listed = ['open', 'closed'].map(state => call<Finding[]>(page, 'GET', `/finding?state=${state}&per_page=100`))
    const found = (await Promise.all(listed)).flat()
    expect(new Set(found.map(({ stage }) => stage))).toEqual(new Set(['open', 'done', 'closed']))
    expect(new Set(found.map(({ closed_how }) => closed_how))).toEqual(new Set([null, 'task', 'recheck', 'settled']))
    const guides = await call<{ id: number }[]>(page, 'GET', '/guide')
    const readers = (
      await Promise.all(guides.map(({ id }) => call<Reader[]>(page, 'GET', `/guide/${id}/readers`)))
    ).flat()
    expect(new Set(readers.map(({ confirmed_at }) => confirmed_at !== null))).toEqual(new Set([true, false]))
    expect((await call<object[]>(page, 'GET', '/messaging/conversations')).length).toBeGreaterThan(0)

    await page.getByRole('link', { name: report }).click()
    await expect(page.getByRole('heading', { level: 1, name: report })).toBeVisible()
    await expectAccessible(page)
  })

/**
 * Addresses that lead nowhere: said so within the frame, with a heading, and without asking the server for what cannot
 * be there.
 */
import { desktop, expect, expectAccessible, test } from '../people.ts'

const nowhere = [
  '/no/such/page',
  '/company/tasks/assignments/new',
  '/animals/NaN',
  '/forms/0',
  '/submission/view/1e9',
  '/submission/filling/nothing',
  '/vehicles/edit/x',
]

test('what is not there is said within the frame, and the server is not asked for it', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', desktop)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  for (const path of nowhere) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Navigation' }), path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  expect(asked.filter(path => /^\/api\/.*\/(NaN|new|x|0|1e9|nothing)$/.test(path))).toEqual([])
})

test('a person who is not signed in is told so too', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible()
})

/** Links that were good once, or never. */
const dead = [
  '/shared/1/nonsense',
  '/form/1/public/nonsense',
  '/form/public/nonsense',
  '/invite/1/nonsense',
  '/action/user/nonsense',
  '/auth/enrol/nonsense',
  '/auth/first-administrator/nonsense',
  '/auth/reset-password/nonsense/a@b.example',
  '/verify/nonsense',
]

test('a dead link says why, below a heading, and every button has a name', async ({ page }) => {
  for (const path of dead) {
    await page.goto(path)
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await test.step(path, () => expectAccessible(page))
  }
})

/** The own tasks in another calendar program: the address is made, read, made again and switched off in the profile. */
import { desktop, expect, expectAccessible, test } from '../people.ts'

const worker = 'worker@greenfield.example'

test('somebody makes the address of their calendar, makes another and switches it off', async ({ signIn }) => {
  const hand = await signIn(worker, { ...desktop, at: '/profile' })
  await hand.getByRole('link', { name: 'Calendar', exact: true }).last().click()
  await expect(hand.getByRole('heading', { name: 'Your calendar in other programs' })).toBeVisible()
  const address = hand.getByLabel('Secret address')
  const make = hand.getByRole('button', { name: 'Create address' })
  await expect(address.or(make)).toBeVisible()
  // A try before this one may have left its address.
  if (await make.isVisible()) await make.click()
  await expect(address).toHaveValue(/\/api\/calendar\/feed\/.+\.ics$/)
  const first = await address.inputValue()
  const status = async (of: string) => (await hand.request.get(new URL(of).pathname)).status()
  expect(await status(first)).toBe(200)
  await expectAccessible(hand)

  await hand.getByRole('button', { name: 'New address' }).click()
  await hand.getByRole('dialog').getByRole('button', { name: 'New address' }).click()
  await expect(address).not.toHaveValue(first)
  const second = await address.inputValue()
  expect([await status(first), await status(second)]).toEqual([404, 200])

  await hand.getByRole('button', { name: 'Turn off' }).click()
  await hand.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(make).toBeVisible()
  expect(await status(second)).toBe(404)
})

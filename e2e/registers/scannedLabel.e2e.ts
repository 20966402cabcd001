/**
 * A label on a barn door: its code opens that place's forms, tasks and animals, at a place that this phone never showed
 * before without signal too.
 */
import { call, me } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { expect, expectAccessible, hasCopies, noScreen, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

type Made = { id: number }

test('a scanned label of a place leads to its forms, tasks and animals, offline too', async ({ signIn }, { retry }) => {
  const boss = await signIn(manager, { serviceWorkers: 'block', at: noScreen })
  const mark = `${Date.now()} ${retry}`
  const place = { seen: `Quail house ${mark}`, unseen: `Heron yard ${mark}` }
  const names = { form: `Quail look ${mark}`, task: `Mend the quail door ${mark}`, flock: `Quail flock ${mark}` }
  const about = { types: ['location'], required: true }
  const { id: form } = await call<Made>(boss, 'POST', '/form', {
    name: { en: names.form },
    definition: {
      ...{ schema: 1, default_language: 'en', settings: { about } },
      sections: [
        { id: 'all', title: { en: 'All' }, questions: [{ id: 'dry', type: 'yes_no', label: { en: 'Is it dry?' } }] },
      ],
    },
  })
  await call(boss, 'POST', `/form/${form}/publish`, {})
  const hand = await signIn(worker, phone)
  const { id: userId } = await me(hand)
  const make = async (name: string) => {
    const { id } = await call<Made>(boss, 'POST', '/location', { name, type: 'barn' })
    await call(boss, 'POST', '/animal/group', { name: `${names.flock} of ${name}`, location_id: id })
    await call(boss, 'POST', '/animal', { name: `Coturnix of ${name}`, species: 'chicken', location_id: id })
    const subjects = [{ type: 'location', id }]
    await call(boss, 'POST', '/task', { title: `${names.task} of ${name}`, assignees: [{ user_id: userId }], subjects })
    return id
  }
  const [seen, unseen] = [await make(place.seen), await make(place.unseen)]

  /** What the code of a label says, as the phone's camera opens it. */
  const scan = (id: number) => hand.goto(`/locations/${id}`)
  const showsAll = async (name: string) => {
    await expect(hand.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(hand.getByRole('link', { name: `${names.task} of ${name}`, exact: true })).toBeVisible()
    const here = hand.getByRole('region', { name: 'Animals and groups here' })
    await expect(here.getByRole('link', { name: `${names.flock} of ${name}`, exact: true })).toBeVisible()
    await expect(here.getByRole('link', { name: `Coturnix of ${name}`, exact: true })).toBeVisible()
    await hand.getByRole('button', { name: 'Fill in' }).click()
    await expect(hand.getByRole('dialog').getByRole('link', { name: names.form })).toBeVisible()
    await expectAccessible(hand)
    await hand.keyboard.press('Escape')
    await expect(hand.getByRole('dialog')).toBeHidden()
  }
  const copies = hasCopies(hand)
  await hand.goto('/tasks')
  await copies
  await scan(seen)
  await showsAll(place.seen)

  await hand.context().setOffline(true)
  await scan(seen)
  await showsAll(place.seen)
  await scan(unseen)
  await showsAll(place.unseen)
  await expect(hand.getByText('You’re offline, so only the name is shown.')).toBeVisible()
  await hand.context().setOffline(false)
  await call(boss, 'DELETE', `/form/${form}`)
})

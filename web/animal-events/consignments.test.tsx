/** What both holdings counted of a consignment: shown plainly in a history, and asked where it is not known. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { EventEntry } from './EventEntry.tsx'
import { isKnown, isSeldomAsked, valuesOf, withOwnCount } from './eventFields.ts'

const arrival = (sent_count: number | null, head_count: number) =>
  ({
    ...{ id: 1, day: '2026-05-01', state: 'done', head_count, user_name: 'Tom', note: null },
    ...{ location_name: null, joined_group_name: null },
    details: { type: 'arrival', document: 'P-17', sent_count, received_count: head_count },
  }) as AnimalEvent

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 51, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
})

const shown = (event: AnimalEvent) =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <EventEntry event={event} onChange={() => undefined} />
      </ul>
    </QueryClientProvider>,
  )

test('a consignment of which fewer arrived than were sent says so with both numbers', async () => {
  await shown(arrival(40, 38))
  await expect.element(page.getByText('2 fewer received than sent')).toBeVisible()
  await expect.element(page.getByText('Animals sent: 40')).toBeVisible()
  await expect.element(page.getByText('Animals received: 38')).toBeVisible()
  await expectAccessible()
})

test('one that is complete, or of which only our number is known, says nothing of a difference', async () => {
  await shown(arrival(38, 38))
  await expect.element(page.getByText('Animals sent: 38')).toBeVisible()
  expect(page.getByText(/received than sent/).all()).toEqual([])
  await shown(arrival(null, 7))
  await expect.element(page.getByText('Number of animals: 7')).toBeVisible()
  expect(page.getByText('Animals received: 7').all()).toEqual([])
})

test('a form asks a group for the other side’s number, several animals too, one animal for both if unfolded', () => {
  const [group, several, one] = [
    { areMany: true, areSeveral: false },
    { areMany: false, areSeveral: true },
    { areMany: false, areSeveral: false },
  ]
  expect(isKnown('received_count', 'arrival', group)).toBe(true)
  expect(isKnown('sent_count', 'arrival', group)).toBe(false)
  expect(isKnown('sent_count', 'departure', several)).toBe(true)
  expect(isKnown('received_count', 'arrival', one)).toBe(false)
  expect(isSeldomAsked('received_count', false)).toBe(true)
  const values = { ...valuesOf(undefined, '2026-05-01'), type: 'arrival' as const }
  expect(withOwnCount({ ...values, sent_count: 12 }, 11)).toMatchObject({ sent_count: 12, received_count: 11 })
  expect(withOwnCount(values, 11)).toMatchObject({ sent_count: null, received_count: null })
})

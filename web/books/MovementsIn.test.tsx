/** A file of another program: its arrivals and departures are sent some at a time, and what was left out is said. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { MovementsIn } from './MovementsIn.tsx'

type Sent = { events: { animal?: { id: string } }[] }
const sent: Sent[] = []

vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, __: string, { body }: { body?: Sent } = {}) => {
    if (body) sent.push(body)
    const events = body?.events ?? []
    const left = events.flatMap(({ animal }, at) => (animal?.id === 'UK 7' ? [{ at, because: 'unknown_animal' }] : []))
    return Response.json({ data: { recorded: events.length - left.length - 1, known: 1, left } })
  }),
}))

beforeEach(async () => {
  sent.length = 0
  localStorage.setItem('tend_token', 'a token')
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <MovementsIn />
    </QueryClientProvider>,
  )
})

const choose = async (text: string) => {
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('There is no field for a file.')
  await userEvent.upload(input, new File([text], 'movements.json', { type: 'application/json' }))
}

const arrival = (number: number) => ({
  ...{ resourceType: 'icarMovementArrivalEventResource', eventDateTime: '2026-05-20T00:00:00Z' },
  animal: { id: `UK ${number}` },
})

test('what is no movement stays here, and the rest goes in parts of two hundred', async () => {
  const member = [...Array.from({ length: 250 }, (_, at) => arrival(at)), { resourceType: 'icarWeightEventResource' }]
  await choose(JSON.stringify({ member }))
  await expect.element(page.getByText('247 recorded, 2 already here')).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Left out: 1UK 7: No animal here has this identifier')
  await expect.element(page.getByRole('listitem')).toHaveTextContent('UK 7: No animal here has this identifier')
  expect(sent.map(({ events }) => events.length)).toEqual([200, 50])
  await expectAccessible()
})

test('a file without movements, or that is no JSON, says so and sends nothing', async () => {
  for (const text of ['{"animals":[]}', 'a,b\n1,2', '[]', 'null', '"text"']) {
    await choose(text)
    await expect.element(page.getByText('There are no arrivals or departures in this file.')).toBeVisible()
  }
  expect(sent).toEqual([])
})

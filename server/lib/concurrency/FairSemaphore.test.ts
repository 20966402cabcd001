import { expect, test } from 'vitest'
import { FairSemaphore } from './FairSemaphore.ts'

/** In which order work is done that all came while one was under way. */
async function orderOf(turns: FairSemaphore, wanted: string[]): Promise<string[]> {
  const order: string[] = []
  let free = () => {}
  const first = turns.take('company 1', () => new Promise<void>(resolve => (free = resolve)))
  const all = wanted.map(key =>
    turns.take(key, async () => void order.push(key)).catch(() => void order.push(`refused ${key}`)),
  )
  free()
  await Promise.all([first, ...all])
  return order
}
const networks = Array.from({ length: 260 }, (_, index) => `network 2001:db8:${index.toString(16)}:0`)

test('hundreds of IPv6 networks of one sender delay others by two turns at most', async () => {
  const order = await orderOf(new FairSemaphore({ atOnce: 1, maxWaiting: 300 }), [
    ...networks,
    'network 2a02:1:2:3',
    'company 7',
  ])
  expect(order.indexOf('network 2a02:1:2:3')).toBeLessThan(3)
  expect(order.indexOf('company 7')).toBeLessThan(3)
  expect(order).toHaveLength(262)
})

test('a full queue gives way to senders from elsewhere', async () => {
  const order = await orderOf(new FairSemaphore({ atOnce: 1, maxWaiting: 200 }), [
    ...networks,
    'network 10.1.2.3',
    'company 7',
  ])
  const done = order.filter(one => !one.startsWith('refused'))
  expect(done.slice(0, 3)).toEqual(expect.arrayContaining(['network 10.1.2.3', 'company 7']))
  expect(done).toHaveLength(200)
})

test('within a party, too, who was served longest ago is next', async () => {
  const wanted = ['network 10.1.0.1', 'network 10.1.0.1', 'network 10.1.0.2', 'company 7', 'company 7']
  expect(await orderOf(new FairSemaphore({ atOnce: 1, maxWaiting: 9 }), wanted)).toEqual([
    ...['network 10.1.0.1', 'company 7', 'network 10.1.0.2', 'company 7', 'network 10.1.0.1'],
  ])
})

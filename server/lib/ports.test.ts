import { expect, test } from 'vitest'
import type { Context } from './context.ts'
import { DomainEvent, listenersOf, on, publish } from './ports.ts'

const born = new DomainEvent<{ name: string; weight: number }>('calf.born')
const sold = new DomainEvent<{ price: number }>('calf.sold')

test('listeners hear their events in the order of the list, and no others', async () => {
  const heard: string[] = []
  const listeners = listenersOf([
    on(born, async (_, { name }) => void heard.push(`first ${name}`)),
    on(sold, async (_, { price }) => void heard.push(`sold ${price}`)),
    on(born, async (_, { weight }) => void heard.push(`second ${weight}`)),
  ])
  const ctx = { services: { listeners } } as Context
  await publish(ctx, born, { name: 'Daisy', weight: 40 })

  expect(heard).toEqual(['first Daisy', 'second 40'])
  await publish({ services: { listeners: listenersOf([]) } } as unknown as Context, sold, { price: 1 })
})

test('another shape than the fact’s does not compile', () => {
  const unsaid = () => [
    // @ts-expect-error a calf has a weight
    publish({} as Context, born, { name: 'Daisy' }),
    // @ts-expect-error nothing of a sale is said at a birth
    on(born, async (_, { price }) => void price),
  ]
  expect(unsaid).toBeInstanceOf(Function)
})

import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** A stream that notes how many pieces each call of the system took. */
function noted() {
  const calls: string[][] = []
  const stream = new Duplex({
    read: () => undefined,
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => String(chunk)))
      done()
    },
  })
  return { stream, calls }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('what is written in one turn goes out at its end, in one call and in its order; the next turn has its own', async () => {
  const [one, other] = [noted(), noted()]
  for (const text of ['a', 'b', 'c']) {
    for (const { stream } of [one, other]) {
      gather(stream)
      stream.write(text)
    }
    await Promise.resolve()
  }
  expect(one.calls).toEqual([])
  await turn()
  expect([one.calls, other.calls]).toEqual([[['a', 'b', 'c']], [['a', 'b', 'c']]])
  gather(one.stream)
  one.stream.write('d')
  await turn()
  expect(one.calls).toEqual([['a', 'b', 'c'], ['d']])
  expect(one.stream.writableCorked).toBe(0)
})

test('a stream that ends in the same turn says all that was written', async () => {
  const { stream, calls } = noted()
  gather(stream)
  stream.end('last')
  await turn()
  expect(calls).toEqual([['last']])
})

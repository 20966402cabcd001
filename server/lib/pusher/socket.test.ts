import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { flushLater, writeBatch } from './socket.ts'

/** A stream that notes the pieces of each call of the system. */
function noted() {
  const calls: Buffer[][] = []
  const stream = new Duplex({
    read: () => undefined,
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => chunk))
      done()
    },
  })
  return { stream, calls }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('frames of one turn are flushed once in order, and the next turn has its own', async () => {
  const flushed: string[] = []
  const named = (name: string) => ({ flush: () => flushed.push(name) })
  flushLater(named('one'))
  await Promise.resolve()
  flushLater(named('other'))
  expect(flushed).toEqual([])
  await turn()
  expect(flushed).toEqual(['one', 'other'])
  flushLater(named('next'))
  await turn()
  expect(flushed).toEqual(['one', 'other', 'next'])
})

test('frames go out in one call, and the same ones are the same bytes for every socket', () => {
  const [one, other, third] = [noted(), noted(), noted()]
  const frames = ['a', 'bc', 'd'].map(text => Buffer.from(text))
  writeBatch(one.stream, [...frames], 4)
  writeBatch(other.stream, [...frames], 4)
  expect(one.calls.map(String)).toEqual(['abcd'])
  expect(other.calls[0]?.[0]).toBe(one.calls[0]?.[0])
  writeBatch(third.stream, frames.toReversed(), 4)
  expect(third.calls.map(String)).toEqual(['dbca'])
  // A single one, and large ones, are not copied.
  const large = [Buffer.alloc(50_000, 'x'), Buffer.alloc(50_000, 'y')]
  writeBatch(third.stream, large, 100_000)
  expect(third.calls[1]).toEqual(large)
  writeBatch(third.stream, frames.slice(0, 1), 1)
  expect(third.calls[2]?.[0]).toBe(frames[0])
})

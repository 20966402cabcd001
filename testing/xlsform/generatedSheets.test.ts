import { test } from 'vitest'
import { everyWordIsCarriedOver } from './everyWord.ts'

test('of whatever somebody writes, every word is carried over or listed, and the form goes out and comes back the same', async () => {
  await everyWordIsCarriedOver(1, 25)
}, 60_000)

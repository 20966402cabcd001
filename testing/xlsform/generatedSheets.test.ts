import { test } from 'vitest'
import { everyWordIsCarriedOver } from './everyWord.ts'

test('every word of any sheet is carried over or listed, and the form survives a round trip', async () => {
  await everyWordIsCarriedOver(1, 25)
}, 60_000)

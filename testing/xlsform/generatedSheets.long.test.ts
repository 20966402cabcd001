import { test } from 'vitest'
import { everyWordIsCarriedOver } from './everyWord.ts'

test('two thousand spreadsheets are carried over or listed word by word, and go out and come back the same', async () => {
  await everyWordIsCarriedOver(10_000, 2_000)
}, 600_000)

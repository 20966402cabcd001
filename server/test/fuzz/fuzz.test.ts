import { expect, test } from 'vitest'
import { faultsOf } from './fuzzing.ts'

/** `FUZZ_SEED=…` repeats a run. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1_000_000))

test(`five hundred calls made at random out of the description never make the server fail, nor wait (seed ${seed})`, async () => {
  expect(await faultsOf(seed, 500), `seed ${seed}`).toEqual([])
}, 240_000)

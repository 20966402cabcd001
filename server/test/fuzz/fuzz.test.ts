import { expect, test } from 'vitest'
import { dearFaultsOf, faultsOf } from './fuzzing.ts'

/** `FUZZ_SEED=…` repeats a run. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1_000_000))

test(`two hundred and fifty random calls of the description never make the server fail (seed ${seed})`, async () => {
  expect(await faultsOf(seed, 250), `seed ${seed}`).toEqual([])
}, 240_000)

test(`one hundred calls that mean something and ask for much never hold the process (seed ${seed})`, async () => {
  expect(await dearFaultsOf(seed, 100), `seed ${seed}`).toEqual([])
}, 240_000)

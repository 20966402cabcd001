import { expect, test } from 'vitest'
import { dearFaultsOf, faultsOf } from './fuzzing.ts'

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1_000_000))

/** In pieces, so that one can be repeated by itself: `-t 'from 5000'`. */
const piece = 5_000

for (let from = 0; from < 20_000; from += piece)
  test(`twenty thousand random calls never make the server fail or wait (seed ${seed}, from ${from})`, async () => {
    expect(await faultsOf(seed, piece, from), `seed ${seed}`).toEqual([])
  }, 1_800_000)

test(`three thousand calls that mean something and ask for much never hold the process (seed ${seed})`, async () => {
  expect(await dearFaultsOf(seed, 3_000), `seed ${seed}`).toEqual([])
}, 1_800_000)

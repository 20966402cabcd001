/**
 * Twenty write through two nodes while ten read, and a hundred cuts while a thousand messages flow. `SEED=7` repeats a
 * run.
 */
import { testTalks } from '../test/talks.ts'

testTalks({ each: 100, flowing: 1000, cuts: 100, seeds: [Number(process.env.SEED ?? Date.now() % 1_000_000)] })

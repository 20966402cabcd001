/** A short run; the whole one is `twoNodes.long.test.ts`. */
import { testTalks } from '../test/talks.ts'

testTalks({ each: 5, flowing: 100, cuts: 8, seeds: [1 + Math.floor(Math.random() * 1_000_000)] })

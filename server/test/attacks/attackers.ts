/**
 * Drives each bound of the tables in docs/trust.md, by the words of its first column: many calls at once that run into
 * it. What is arranged before is not measured; what comes back is.
 */
import { againstAmounts } from './attackers/amounts.ts'
import { againstLibraries } from './attackers/libraries.ts'
import { againstSeries } from './attackers/series.ts'
import { againstWork } from './attackers/work.ts'
import type { Attacker } from './attacking.ts'

export const attackers: Record<string, Attacker> = {
  ...againstWork,
  ...againstSeries,
  ...againstAmounts,
  ...againstLibraries,
}

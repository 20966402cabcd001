/**
 * Drives each bound of docs/bounds.md, named as there, with many calls at once. Work that prepares them is not
 * measured.
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

/**
 * The JavaScript that a browser loads: for signing in, for the shell with a table, and for the heaviest of the other
 * screens.
 */
import { measureScreens } from '../scripts/bundleBudget.ts'
import { reactAloneKilobytes } from './reactAlone.ts'
import type { Row } from './row.ts'

export async function measure(): Promise<Row[]> {
  const baseline = { what: 'React alone', value: await reactAloneKilobytes() }
  const [signIn, shell, ...others] = await measureScreens()
  const heaviest = others.toSorted((a, b) => b.kilobytes - a.kilobytes)[0]
  return [signIn, shell, heaviest]
    .filter(screen => screen !== undefined)
    .map(({ name, kilobytes, budget }) => ({
      what: `JavaScript, gzipped: ${name}`,
      unit: 'kB',
      measured: kilobytes,
      baseline,
      budget: { on: 'measured', atMost: budget },
    }))
}

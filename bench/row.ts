/**
 * One line of the bench's table: what was measured, what a baseline does in the same run, and the budget that it is
 * held against.
 */

/** What the budget limits: the ratio of measured to baseline, or the measured value itself. */
export type Budget = { on: 'ratio' | 'measured'; atMost: number } | { on: 'ratio' | 'measured'; atLeast: number }

export type Unit = '/s' | 'ms' | 'MB' | 'kB'

export type Row = {
  what: string
  unit: Unit
  measured: number
  baseline: { what: string; value: number }
  /** Absent where a row only puts another one into proportion. */
  budget?: Budget
}

export const ratioOf = ({ measured, baseline }: Row): number => measured / baseline.value

/** Whether a row keeps its budget; undefined where it has none. */
export function isMet(row: Row): boolean | undefined {
  const { budget } = row
  if (!budget) return undefined
  const value = budget.on === 'ratio' ? ratioOf(row) : row.measured
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast
}

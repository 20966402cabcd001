/** What was found in a spreadsheet: the same thing in the same column is said once, with all its rows. */
export type Finding = { sheet: string; row: number; column: string; message: string }
type FindingGroup = Omit<Finding, 'row'> & { rows: number[] }

/** In the order in which each was first found; the rows in theirs. */
export function groupedFindings(findings: Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, ({ sheet, column, message }) => JSON.stringify([sheet, column, message]))
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const { sheet, column, message } = first
    const rows = [...new Set(group.map(({ row }) => row))].sort((one, other) => one - other)
    return [{ sheet, column, message, rows }]
  })
}

/** Rows as people write them: "4", "9", and "17–20" for those that follow each other. */
export function rowRanges(rows: number[]): string[] {
  const ranges: { first: number; last: number }[] = []
  for (const row of rows) {
    const open = ranges.at(-1)
    if (open && row === open.last + 1) open.last = row
    else ranges.push({ first: row, last: row })
  }
  return ranges.flatMap(({ first, last }) => {
    if (first === last) return [String(first)]
    return last === first + 1 ? [String(first), String(last)] : [`${first}–${last}`]
  })
}

/** Rows of a table with an index per column. */
export class Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  private readonly places: ReadonlyMap<string, number>
  private readonly indexes = new Map<string, ReadonlyMap<string, readonly number[]>>()

  constructor(columns: readonly string[], rows: readonly (readonly string[])[]) {
    this.columns = columns
    this.rows = rows
    this.places = new Map(columns.map((column, index) => [column, index]))
  }

  has(column: string): boolean {
    return this.places.has(column)
  }

  /** Cell of a row, by its number from 0; empty for an unknown column. */
  cell(row: number, column: string): string {
    const place = this.places.get(column)
    return place === undefined ? '' : (this.rows[row]?.[place] ?? '')
  }

  /** Numbers of the rows with this cell in a column. */
  find(column: string, value: string): readonly number[] {
    const index = this.indexes.get(column) ?? this.indexOf(column)
    this.indexes.set(column, index)
    return index.get(value) ?? []
  }

  private indexOf(column: string): ReadonlyMap<string, readonly number[]> {
    const index = new Map<string, number[]>()
    for (let row = 0; row < this.rows.length; row++) {
      const value = this.cell(row, column)
      const known = index.get(value)
      if (known) known.push(row)
      else index.set(value, [row])
    }
    return index
  }
}

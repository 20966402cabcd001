/** What an import comes upon: notes about what is carried over differently or not at all, and faults, for which nothing is created. */
import type { NoteCode } from '#shared/forms/xlsform.ts'

export type Place = { sheet: string; row: number; column: string }
export type Values = Record<string, string | number>
/** `reason` is the code of a fault of an expression, which has a text of its own. */
export type Note = Place & { code: NoteCode; values: Values; reason?: string }
export type Fault = Place & { code: string; values: Values }

export class Findings {
  readonly notes: Note[] = []
  readonly faults: Fault[] = []
  private readonly said = new Set<string>()

  note(place: Place, code: NoteCode, values: Values = {}, reason?: string): void {
    const { sheet, row, column } = place
    // Rows that stand for several, and files that say a thing twice, have it said once.
    const key = JSON.stringify([sheet, row, column, code, values, reason])
    if (this.said.has(key)) return
    this.said.add(key)
    this.notes.push({ sheet, row, column, code, values, ...(reason !== undefined && { reason }) })
  }

  hasNote(place: Place, code: NoteCode): boolean {
    return this.notes.some(
      note =>
        note.code === code && note.sheet === place.sheet && note.row === place.row && note.column === place.column,
    )
  }

  fault(place: Place, code: string, values: Values = {}): void {
    const { sheet, row, column } = place
    this.faults.push({ sheet, row, column, code, values })
  }
}

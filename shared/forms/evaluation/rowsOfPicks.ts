/**
 * Rows counted by the picks of an answer (`count-selected`): each belongs to its pick, even when others are picked
 * before it. Only the device knows which row belongs to which pick, so it stores the rows in the order of the picks.
 */
import { keyParts } from '../answers/answerKey.ts'
import type { AnswerValue } from '../answers/answers.ts'
import { allNodes } from '../expressions/node.ts'
import type { Part } from './dependencies.ts'
import type { FormState } from './FormState.ts'
import { countedRowId, type Instance, keyOf } from './Instances.ts'

/** Row of each pick, present or former. */
type RowOfPick = Map<string, string>

export class RowsOfPicks {
  private readonly state: FormState
  /** By the key of the repeat; a removed pick keeps its row for a later return. */
  private readonly known = new Map<string, RowOfPick>()
  private readonly counting: Map<string, Part[]>

  constructor(state: FormState) {
    this.state = state
    this.counting = new Map()
    for (const part of state.form.parts)
      if (part.repeat && part.calculate)
        for (const node of allNodes(part.calculate)) {
          const [asked] = node.kind === 'call' && node.name === 'count-selected' ? node.args : []
          if (asked?.kind === 'reference' && !asked.isLast)
            this.counting.set(asked.name, [...(this.counting.get(asked.name) ?? []), part])
        }
  }

  /** Records which row belongs to which pick, before an answer changes. */
  note(key: string): void {
    for (const repeat of this.hanging(key)) {
      const [picks, rows] = [picksIn(this.state.value(key)), this.state.rows(repeat.key)]
      if (picks.length !== rows.length) continue
      const known = this.known.get(repeat.key) ?? new Map()
      for (const [index, pick] of picks.entries()) known.set(pick, rows[index])
      this.known.set(repeat.key, known)
    }
  }

  /**
   * Rows of repeats after the answer changed, where their order differs from the present one. `used` are the keys that
   * were ever answered: a new pick gets an unused row.
   */
  *moved(key: string, used: Iterable<string>): Generator<{ key: string; rows: string[] }> {
    for (const repeat of this.hanging(key)) {
      const [picks, rows, known] = [
        picksIn(this.state.value(key)),
        this.state.rows(repeat.key),
        this.known.get(repeat.key),
      ]
      if (!known || picks.length !== rows.length) continue
      const taken = new Set([...known.values(), ...[...used].flatMap(one => keyParts(one).row_id ?? [])])
      const wanted = picks.map(pick => known.get(pick) ?? freshRow(repeat, taken))
      if (wanted.some((row, index) => row !== rows[index])) yield { key: repeat.key, rows: wanted }
    }
  }

  /** Repeats whose rows are counted by the answer. */
  private hanging(key: string): Instance[] {
    const within = this.state.instance(key)?.rows ?? []
    return (this.counting.get(keyParts(key).question_id) ?? []).flatMap(part => {
      const instance = this.state.instance(keyOf(part, within))
      return instance?.isVisible ? [instance] : []
    })
  }
}

const picksIn = (value: AnswerValue | undefined): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

function freshRow({ part, rows }: Instance, taken: Set<string>): string {
  const isTaken = (row: string) => [...taken].some(one => one === row || one.startsWith(`${row}.`))
  let number = 1
  while (isTaken(countedRowId(part, rows, number))) number++
  const row = countedRowId(part, rows, number)
  taken.add(row)
  return row
}

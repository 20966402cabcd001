import { canFail } from '#shared/forms/scoreAnswer.ts'
import { percentOf } from '#shared/forms/scoring/measures.ts'
import { decimal, sumOf as decimalSum, difference, product, quotient, sum } from '#shared/lib/decimals.ts'
import type { Distribution, HeatRow } from '#shared/reports/data.ts'
import { hiddenGroups, isFew as isHidden } from '#shared/reports/prevalence.ts'
import type { Answered, Failed, Measured, Picked } from './answers.ts'
import { type AskedQuestion, hasChoices, hasNumbers } from './questions.ts'
import type { Selection } from './selection.ts'

const saidOf = ({ formId, question, defaultLanguage, versions }: AskedQuestion) => ({
  form_id: formId,
  question_id: question.id,
  label: question.label ?? {},
  default_language: defaultLanguage,
  type: question.type,
  versions: versions.toSorted((a, b) => a - b),
})

const sumOf = <Row>(rows: Row[], count: (row: Row) => number) => decimalSum(rows.map(count))

/** How often each choice was picked, and how numbers are spread. */
export function distributionOf(asked: AskedQuestion[], answered: Answered): Distribution[] {
  const room = { choices: maxChoices }
  return asked.flatMap((one, at) => {
    if (hasChoices(one.question)) return choicesGiven(one, at, answered, room)
    return hasNumbers(one.question) ? numbersGiven(one, at, answered) : []
  })
}

/** Choices that are all shown; questions with more show only those that somebody picked. */
const maxChoices = 5_000

function choicesGiven(one: AskedQuestion, at: number, { picked }: Answered, room: { choices: number }): Distribution[] {
  const rows = picked.get(at) ?? []
  const count = sumOf(rows, row => row.answered)
  if (count === 0) return []
  const is_hidden = isHidden(sumOf(rows, row => row.anonymous))
  const times = new Map<string, number>()
  for (const { value, picked: more } of rows) times.set(value, (times.get(value) ?? 0) + more)
  room.choices -= one.choices.length
  const shown = room.choices >= 0 ? one.choices : one.choices.filter(({ id }) => times.has(id))
  return [
    {
      ...saidOf(one),
      answered: count,
      choices: is_hidden
        ? null
        : shown.map(({ id, label, fails = false }) => {
            const picks = times.get(id) ?? 0
            return { id, label, count: picks, percent: percentOf(picks, count), fails }
          }),
      numbers: null,
      is_hidden,
    },
  ]
}

function numbersGiven(one: AskedQuestion, at: number, { measured, spread, bins }: Answered): Distribution[] {
  const [found] = spread.get(at) ?? []
  if (!found) return []
  const [lowest, highest, end, inBins, median] = found.spread
  const rows = measured.get(at) ?? []
  const count = sumOf(rows, ({ answered }) => answered)
  const is_hidden = isHidden(sumOf(rows, ({ anonymous }) => anonymous))
  const counts = new Map(bins.get(at)?.map(({ bin, picked }) => [bin, picked]))
  const width = difference(end, lowest)
  const edge = (place: number) => decimal(sum(lowest, quotient(product(width, place), inBins)))
  const numbers = {
    unit: ('unit' in one.question ? one.question.unit : null) ?? null,
    min: lowest,
    max: highest,
    mean: decimal(
      quotient(
        sumOf(rows, one => one.sum),
        count,
      ),
    ),
    median: decimal(median),
    bins: Array.from({ length: inBins }, (_, place) => ({
      from: edge(place),
      to: edge(place + 1),
      count: counts.get(place + 1) ?? 0,
    })),
  }
  return [{ ...saidOf(one), answered: count, choices: null, numbers: is_hidden ? null : numbers, is_hidden }]
}

/** Of each question that can fail, how many of its answers did, over time. Those that failed most often come first. */
export function heatMapOf(selection: Selection, asked: AskedQuestion[], answered: Answered): HeatRow[] {
  return asked
    .map((one, at) => ({ one, at }))
    .filter(({ one }) => canFail(one.question))
    .map(({ one, at }) => {
      const cells = cellsOf(one, at, selection.buckets.length, answered)
      return {
        ...saidOf(one),
        cells,
        judged: sumOf(cells, cell => cell.judged),
        failed: sumOf(cells, cell => cell.failed),
      }
    })
    .filter(({ judged }) => judged > 0)
    .toSorted((a, b) => b.failed / b.judged - a.failed / a.judged)
    .slice(0, maxRows)
}

const maxRows = 100

function cellsOf(one: AskedQuestion, at: number, buckets: number, { picked, measured, failed }: Answered) {
  const apart = new Set(one.choices.flatMap(({ id, not_applicable }) => (not_applicable ? [id] : [])))
  const by = <Line extends { bucket: number }>(lines: Line[]) => Map.groupBy(lines, ({ bucket }) => bucket)
  const lines = {
    choices: by(picked.get(at) ?? []),
    numbers: by(measured.get(at) ?? []),
    failed: by(failed.get(at) ?? []),
  }
  const cells = Array.from({ length: buckets }, (_, at) => cellOf(apart, at + 1, lines))
  // The distribution says how many there are in all: one hidden cell would be what the others leave of it.
  const hidden = hiddenGroups(cells.map(({ anonymous }) => anonymous))
  return cells.map(({ judged, failed: bad }, at) =>
    hidden.has(at) ? { judged: 0, failed: 0 } : { judged, failed: bad },
  )
}

type CellLines = { choices: Map<number, Picked[]>; numbers: Map<number, Measured[]>; failed: Map<number, Failed[]> }

function cellOf(apart: Set<string>, bucket: number, lines: CellLines) {
  const choices = lines.choices.get(bucket) ?? []
  const numbers = lines.numbers.get(bucket) ?? []
  const judged =
    sumOf(choices, row => row.answered) -
    sumOf(
      choices.filter(({ value }) => apart.has(value)),
      row => row.picked,
    ) +
    sumOf(numbers, row => row.answered)
  const bad = sumOf(lines.failed.get(bucket) ?? [], row => row.failed)
  const anonymous = sumOf(choices, row => row.anonymous) + sumOf(numbers, row => row.anonymous)
  // What is calculated is kept nowhere; of it only the failed ones are known.
  return { judged: Math.max(judged, bad), failed: bad, anonymous }
}

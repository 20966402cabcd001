/** Rows that a form proposes for a repeat; the person decides whether to take them. */
import { answerKey } from '../answers/answerKey.ts'
import type { Answer, RowReference } from '../answers/answers.ts'
import { parseExpression } from '../expressions/parse.ts'
import { numberOf } from '../expressions/values.ts'
import { randomPick, sampleSize, seededPick } from '../scoring/sampleSize.ts'
import type { MeasureScore, Score } from '../scoring/score.ts'
import type { FormState } from './FormState.ts'
import { countedRowId } from './Instances.ts'

/** Id of the group whose animals make the rows; undefined for the submission's own subject, or while none is named. */
export function rosterGroup(state: FormState, repeatKey: string): RowReference | undefined {
  const rows = state.instance(repeatKey)?.part.repeat?.rows
  if (rows?.from !== 'animals') return undefined
  const own = state.context.known?.subject_animal_group
  if (rows.group === undefined) return typeof own === 'object' ? own : undefined
  const value = state.value(rows.group)
  const [row] = Array.isArray(value) ? value : []
  return typeof row === 'object' && 'id' in row ? row : undefined
}

/** Number of animals that a repeat asks to examine, of those that exist; null without a proposal. */
export function proposedSize(state: FormState, repeatKey: string, members?: number): number | null {
  const instance = state.instance(repeatKey)
  const rows = instance?.part.repeat?.rows
  if (!instance || !rows) return null
  if (rows.from === 'sample') {
    const population = populationOf(state, repeatKey)
    return population === null ? null : sampleSize(population, rows.sample)
  }
  if (rows.from !== 'animals' || members === undefined) return null
  return rows.sample ? sampleSize(members, rows.sample) : members
}

/** Population of a sample that is only counted; null while nobody has given it. */
export function populationOf(state: FormState, repeatKey: string): number | null {
  const instance = state.instance(repeatKey)
  const rows = instance?.part.repeat?.rows
  if (!instance || rows?.from !== 'sample') return null
  const { tree } = parseExpression(rows.population)
  const population = tree ? numberOf(state.evaluate(tree, instance)) : Number.NaN
  return population > 0 ? Math.trunc(population) : null
}

/** Tells whether a row comes from a proposed animal. */
const isRowOfRoster = (row: string): boolean => /-a\d+$/.test(row)

/**
 * Answers that create the rows: the repeat's row ids, and the animal in each. Existing rows stay, and the rest of
 * `wanted` is drawn at random, from the seed where there is one. Two devices create the same rows for the same animals.
 */
export function animalRows(
  state: FormState,
  repeatKey: string,
  members: readonly RowReference[],
  wanted = proposedSize(state, repeatKey, members.length) ?? members.length,
  seed?: number,
): { rows: string[]; answers: Record<string, Answer> } {
  const instance = state.instance(repeatKey)
  const rule = instance?.part.repeat?.rows
  if (!instance || rule?.from !== 'animals') return { rows: [], answers: {} }
  const rowOf = ({ id }: RowReference) => [...instance.rows.slice(-1), `${instance.part.order}-a${id}`].join('.')
  const there = state.rows(repeatKey)
  const isThere = (member: RowReference) => there.includes(rowOf(member))
  const others = members.filter(member => !isThere(member))
  const missing = wanted - (members.length - others.length)
  const chosen =
    seed === undefined ? randomPick(others, missing, state.context.random) : seededPick(members, missing, seed, isThere)
  return {
    rows: [...there, ...chosen.map(rowOf)],
    answers: Object.fromEntries(
      chosen.map(({ id, name }) => [answerKey(rule.animal, rowOf({ id, name })), { value: [{ id, name }] }]),
    ),
  }
}

/** Adds rows without names, numbered on from the existing ones. */
export function numberedRows(state: FormState, repeatKey: string, count: number): string[] {
  const instance = state.instance(repeatKey)
  const there = state.rows(repeatKey)
  if (!instance) return []
  const rows = [...there.slice(0, count)]
  for (let number = 1; rows.length < count; number++) {
    const id = countedRowId(instance.part, instance.rows, number)
    if (!there.includes(id)) rows.push(id)
  }
  return rows
}

/**
 * Adds to the score how the animals of each measure were chosen. Stored with a submission; not needed while filling in.
 */
export const withPicking = (state: FormState, score: Score): Score =>
  score.measures
    ? { ...score, measures: score.measures.map(measure => ({ ...measure, ...chosenIn(state, measure.repeat_id) })) }
    : score

/**
 * Returns how the animals of a roster were chosen, and their population where the form knows it. A row that is added
 * to the drawn ones makes it a choice by hand.
 */
function chosenIn(state: FormState, repeatId: string): Pick<MeasureScore, 'picked' | 'population'> {
  const rows = state.instance(repeatId)?.part.repeat?.rows
  if (rows?.from === 'sample') {
    const population = populationOf(state, repeatId)
    return population === null ? {} : { picked: 'random', population }
  }
  const isProposed = rows?.from === 'animals' && state.rows(repeatId).every(isRowOfRoster)
  if (!isProposed) return { picked: 'by_hand' }
  return { picked: rows.sample ? 'random' : 'all' }
}

import type { Work } from './scope.ts'
import { numberOf, scalarsOf, textOf, type Value, yesOrNo } from './values.ts'

/** Splits a list that is separated by spaces, as answers to multiple choices are. */
export const wordsOf = (value: Value): string[] => textOf(value).split(/\s+/).filter(Boolean)

const isWithin = (count: number, least: Value | undefined, most: Value | undefined): boolean => {
  const [from, to] = [numberOf(least ?? 0), numberOf(most ?? 0)]
  // ODK takes -1 for "no bound".
  return (from < 0 || count >= from) && (to < 0 || count <= to)
}

/** Functions of yes and no, and of choices. */
export const logicFunctions: Record<string, Work> = {
  not: ([value = '']) => !yesOrNo(value),
  true: () => true,
  false: () => false,
  boolean: ([value = '']) => yesOrNo(value),
  'boolean-from-string': ([value = '']) => ['1', 'true'].includes(textOf(value).toLowerCase()),
  checklist: ([least, most, ...values]) => isWithin(values.flatMap(scalarsOf).filter(yesOrNo).length, least, most),
  'weighted-checklist': ([least, most, ...pairs]) => {
    // Answers in rows go with the weights of the same rows.
    const answers = pairs.flatMap((value, index) => (index % 2 === 0 ? scalarsOf(value) : []))
    const weights = pairs.flatMap((value, index) => (index % 2 === 1 ? scalarsOf(value) : []))
    const sum = answers.reduce<number>(
      (total, answer, index) => total + (yesOrNo(answer) ? numberOf(weights[index] ?? 0) || 0 : 0),
      0,
    )
    return isWithin(sum, least, most)
  },
  selected: ([value = '', wanted = '']) => wordsOf(value).includes(textOf(wanted).trim()),
  'selected-at': ([value = '', index = 0]) => wordsOf(value)[Math.trunc(numberOf(index))] ?? '',
  'count-selected': ([value = '']) => wordsOf(value).length,
}

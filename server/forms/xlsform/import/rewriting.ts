/** Carries an expression over: names that were changed are changed in it too, at their place, so that the rest stays as it was written. */
import { allNodes, type Node as Tree } from '#shared/forms/expressions/node.ts'
import { questionNamed } from '#shared/forms/expressions/references.ts'
import { tableNamed } from '#shared/forms/tables/lookups.ts'
import { textsBeside } from './followNames.ts'

type Edit = { at: number; end: number; text: string }

export type Renames = {
  /** The id of what a name means, which a path before it may say more of; the name itself where it stays. */
  idOf(name: string, steps: string[]): string
  /** The new id of a choice in the list of a question; undefined where it stays. `.` asks for the question itself. */
  choiceOf(question: string, choice: string): string | undefined
  /** The ids of the other choices that have the same name in that list. */
  twinsOf(question: string, choice: string): string[]
  /** How many repeats lie as far up as a path of so many steps leads, if it leads to one. */
  repeatsUp(levels: number): number
  /** What a table or list is called that something is looked up in. */
  tableOf(name: string): string
  /** What a value of a column is called now; undefined where it stays. */
  columnValueOf(table: string, column: string, value: string): string | undefined
  /** The list or file whose columns bare names are. */
  offered: string | undefined
  /** What a bare name becomes, which in filters of choices is that of one of their columns. */
  attributeOf(name: string): string
}

/** The expression with its names changed. `tree` is what `source` was read as. */
export function rewritten(source: string, tree: Tree, renames: Renames): string {
  const edits = allNodes(tree).flatMap(node => editsAt(node, source, renames))
  for (const { table, column, text } of textsBeside(tree, renames.offered)) {
    const value = renames.columnValueOf(table, column, text.value)
    if (value !== undefined) edits.push({ at: text.at, end: text.end, text: `'${value}'` })
  }
  return edits
    .sort((one, other) => other.at - one.at || other.end - one.end)
    .reduce((text, { at, end, text: part }) => text.slice(0, at) + part + text.slice(end), source)
}

function editsAt(node: Tree, source: string, renames: Renames): Edit[] {
  const { at, end } = node
  switch (node.kind) {
    case 'reference': {
      const id = renames.idOf(node.name, stepsIn(source.slice(at, end)))
      return id === node.name ? [] : [{ at, end, text: `\${${node.isLast ? 'last-saved#' : ''}${id}}` }]
    }
    case 'attribute': {
      const name = renames.attributeOf(node.name)
      return name === node.name ? [] : [{ at, end, text: name }]
    }
    case 'items': {
      const [written = ''] = /^instance\s*\(\s*(?:'[^']*'|"[^"]*")/.exec(source.slice(at, end)) ?? []
      const id = renames.tableOf(node.table)
      return id === node.table ? [] : [{ at, end: at + written.length, text: `instance('${id}'` }]
    }
    case 'binary':
      return node.operator === '=' || node.operator === '!='
        ? [
            ...choiceEdit(node.left, node.right, renames),
            ...choiceEdit(node.right, node.left, renames),
            ...twinEdits(node, [node.left, node.right], source, renames),
          ]
        : []
    case 'call': {
      const [first, second] = node.args
      if (node.name === 'pulldata' && first?.kind === 'text') {
        const id = renames.tableOf(first.value)
        return id === tableNamed(first.value) ? [] : [{ at: first.at, end: first.end, text: `'${id}'` }]
      }
      if (node.name === 'position' && first?.kind === 'parent') {
        const levels = renames.repeatsUp(first.levels)
        const text = Array(levels).fill('..').join('/')
        return levels === first.levels ? [] : [{ at: first.at, end: first.end, text }]
      }
      if (node.name === 'selected' && first && second)
        return [...choiceEdit(first, second, renames), ...twinEdits(node, [first, second], source, renames)]
      if (node.name !== 'jr:choice-name' || second?.kind !== 'text') return []
      const name = questionNamed(second.value)
      const id = name === undefined ? undefined : renames.idOf(name, [])
      return id === undefined || id === name ? [] : [{ at: second.at, end: second.end, text: `'\${${id}}'` }]
    }
    default:
      return []
  }
}

/** The steps of a path before its last name: "../pen/water" goes up, and then through "pen". */
export const stepsIn = (written: string): string[] =>
  written
    .split('/')
    .map(step => step.trim())
    .filter(step => step !== '' && step !== 'current()')
    .slice(0, -1)

function choiceEdit(question: Tree, choice: Tree, { choiceOf }: Renames): Edit[] {
  if (choice.kind !== 'text') return []
  const name = question.kind === 'reference' ? question.name : question.kind === 'self' ? '.' : undefined
  const id = name === undefined ? undefined : choiceOf(name, choice.value.trim())
  return id === undefined ? [] : [{ at: choice.at, end: choice.end, text: `'${id}'` }]
}

/** Whoever asks for a choice by a name that several have asks for any of them. */
function twinEdits(node: Tree, sides: Tree[], source: string, renames: Renames): Edit[] {
  const question = sides.find(side => side.kind === 'reference' || side.kind === 'self')
  const choice = sides.find(side => side.kind === 'text')
  if (!question || choice?.kind !== 'text') return []
  const name = question.kind === 'reference' ? question.name : '.'
  const asked = rewritten(
    source.slice(question.at, question.end),
    { ...question, at: 0, end: question.end - question.at },
    renames,
  )
  const isUnlike = node.kind === 'binary' && node.operator === '!='
  const others = renames.twinsOf(name, choice.value.trim()).map(id => {
    if (node.kind === 'call') return ` or selected(${asked}, '${id}')`
    return isUnlike ? ` and ${asked} != '${id}'` : ` or ${asked} = '${id}'`
  })
  if (others.length === 0) return []
  const { at, end } = node
  return [
    { at, end: at, text: '(' },
    { at: end, end, text: `${others.join('')})` },
  ]
}

/**
 * Choices of one name in one list, which files allow where a filter never offers two of them at once: Paris among the towns of Texas,
 * and Paris among those of France. Here each has an id of its own, and what speaks of the name means all of them. What hangs on them in the next list
 * of a cascade hangs on the one that shares its other columns.
 */
import type { Choice } from '#shared/forms/elementFields.ts'
import { allNodes, type Node as Tree } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { attributeNamed, type List } from './lists.ts'
import type { Names } from './names.ts'
import { allNodes as allRows, type Node } from './outline.ts'

export function followTwins(top: Node[], lists: ReadonlyMap<string, List>, names: Names): void {
  if (![...lists.values()].some(({ twins }) => twins.size > 0)) return
  for (const node of allRows(top)) {
    const filter = node.row.cells.find(({ key }) => key === 'choice_filter')?.text
    const list = listOf(node, lists)
    const tree = filter === undefined ? undefined : parseExpression(filter).tree
    if (!list || !tree) continue
    for (const { column, question } of comparisons(tree)) {
      const asked = names.find(question, node)
      const above = typeof asked === 'object' ? listOf(asked, lists) : undefined
      if (above && above.twins.size > 0) hang(list.choices, column, above)
    }
  }
}

function listOf({ kind }: Node, lists: ReadonlyMap<string, List>): List | undefined {
  return kind.row === 'question' && kind.list !== undefined ? lists.get(kind.list) : undefined
}

/** Where a filter asks that a column is the answer to a question: `county = ${county}`. */
const comparisons = (tree: Tree): { column: string; question: string }[] =>
  allNodes(tree).flatMap(node => {
    if (node.kind !== 'binary' || node.operator !== '=') return []
    const sides = [node.left, node.right]
    const [column] = sides.flatMap(side => (side.kind === 'attribute' ? [attributeNamed(side.name)] : []))
    const [question] = sides.flatMap(side => (side.kind === 'reference' ? [side.name] : []))
    return column !== undefined && question !== undefined ? [{ column, question }] : []
  })

function hang(choices: Choice[], column: string, above: List): void {
  for (const choice of choices) {
    const name = choice.attributes?.[column]
    const twins = name === undefined ? undefined : above.twins.get(name)
    if (!twins) continue
    const fitting = twins.filter(id =>
      agree(
        choice,
        above.choices.find(twin => twin.id === id),
        column,
      ),
    )
    const [only, ...others] = fitting
    if (only !== undefined && others.length === 0) choice.attributes = { ...choice.attributes, [column]: only }
  }
}

/** Whether two choices have the same in all columns that both have filled in. */
function agree({ attributes = {} }: Choice, twin: Choice | undefined, except: string): boolean {
  const shared = Object.entries(twin?.attributes ?? {}).filter(([column]) => column !== except && attributes[column])
  return shared.every(([column, value]) => attributes[column] === value)
}

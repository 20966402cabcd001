/**
 * Choices whose names do not fit are called otherwise (`lists.ts`), and what refers to them follows: the columns of
 * lists and tables that filters, `instance()` and `pulldata()` compare with the answers, and the texts that those
 * columns are compared with.
 */

import { tableNamed } from '#shared/forms/choiceSets.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import { allNodes, partsOf, type Node as Tree } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { attributeNamed, type List } from './lists.ts'
import type { Names } from './names.ts'
import { allNodes as allRows, type Node } from './outline.ts'

/** Where values are compared with answers: a column of a list, or of a file. */
type Column = { table: string; column: string }
type Compared = Column & { question: string }

export class FollowedNames {
  /** By table and column what its values are called now. */
  private readonly renamed = new Map<string, Map<string, string>>()
  private readonly lists: ReadonlyMap<string, List>
  private readonly names: Names

  constructor(top: Node[], lists: ReadonlyMap<string, List>, names: Names) {
    this.lists = lists
    this.names = names
    if (![...lists.values()].some(({ renamed }) => renamed.size > 0)) return
    for (const node of allRows(top))
      for (const { source, table } of expressionsOf(node))
        for (const compared of comparedIn(source, table)) this.follow(compared, node)
    for (const list of lists.values())
      for (const choice of list.choices) choice.attributes &&= this.inRow(list.name, choice.attributes)
  }

  /** What a value of a column is called now; undefined where it stays. `name` is what a list calls its choices. */
  valueOf(table: string, column: string, value: string): string | undefined {
    const list = this.lists.get(table)
    if (list && column === 'name') return list.renamed.get(value)
    return this.renamed.get(keyOf(table, column))?.get(value)
  }

  /** The rows of a file with the values as they are called now. */
  inTable<Content extends { columns: string[]; rows: string[][] }>(name: string, content: Content): Content {
    if (!content.columns.some(column => this.renamed.has(keyOf(name, column)))) return content
    const rows = content.rows.map(row =>
      row.map((value, at) => this.valueOf(name, content.columns[at] ?? '', value) ?? value),
    )
    return { ...content, rows }
  }

  private inRow(list: string, attributes: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(attributes).map(([column, value]) => [
        column,
        this.renamed.get(keyOf(list, column))?.get(value) ?? value,
      ]),
    )
  }

  private follow({ table, column, question }: Compared, from: Node): void {
    const list = this.listAsked(question, from)
    if (!list || list.renamed.size === 0 || (column === 'name' && this.lists.has(table))) return
    const key = keyOf(table, column)
    // Of two lists that call the same name otherwise the first is followed: both begin with the same new name.
    this.renamed.set(key, new Map([...list.renamed, ...(this.renamed.get(key) ?? [])]))
  }

  /** The list that answers a question, also where a calculation only passes its answer on. */
  private listAsked(question: string, from: Node): List | undefined {
    let node: Node | undefined = from
    let name: string | undefined = question
    for (let steps = 0; name !== undefined && steps < maxSteps; steps++) {
      const found: ReturnType<Names['find']> = this.names.find(name, node)
      if (typeof found !== 'object') return undefined
      const { kind, row } = found
      if (kind.row === 'question' && kind.list !== undefined) return this.lists.get(kind.list)
      const calculation = row.cells.find(({ key }) => key === 'calculation')?.text
      const tree = calculation === undefined ? undefined : parseExpression(calculation).tree
      node = found
      name = tree?.kind === 'reference' ? tree.name : undefined
    }
    return undefined
  }
}

/** The longest chain of calculations that pass an answer on. */
const maxSteps = 10
const keyOf = (table: string, column: string) => JSON.stringify([tableNamed(table), attributeNamed(column)])

/** The cells of a row with logic; in its filter, bare names are columns of what it offers. */
function expressionsOf(node: Node): { source: string; table: string | undefined }[] {
  const table = offeredBy(node)
  const written = node.row.cells
    .filter(({ text }) => /\$\{|\//.test(text))
    .map(({ key, text }) => ({ source: text, table: key === 'choice_filter' ? table : undefined }))
  return node.search?.filter === undefined ? written : [...written, { source: node.search.filter, table }]
}

/** The list or file whose rows a question offers. */
export const offeredBy = ({ kind }: Node): string | undefined =>
  kind.row === 'question' ? (kind.list ?? kind.file) : undefined

function comparedIn(source: string, table: string | undefined): Compared[] {
  const { tree } = parseExpression(source)
  return tree ? within(tree, table) : []
}

function within(tree: Tree, table: string | undefined): Compared[] {
  const inside = tree.kind === 'items' ? tree.table : table
  return [...comparedAt(tree, table), ...partsOf(tree).flatMap(part => within(part, inside))]
}

function comparedAt(tree: Tree, table: string | undefined): Compared[] {
  if (tree.kind === 'call' && tree.name === 'pulldata') {
    const [file, , column, question] = tree.args
    return file?.kind === 'text' && column?.kind === 'text' && question?.kind === 'reference'
      ? [{ table: file.value, column: column.value, question: question.name }]
      : []
  }
  const sides = pairIn(tree)
  const column = sides.find(side => side.kind === 'attribute')
  const question = sides.find(side => side.kind === 'reference')
  if (table === undefined || column?.kind !== 'attribute' || question?.kind !== 'reference') return []
  return [{ table, column: column.name, question: question.name }]
}

/** The two that are compared, in either order. */
const pairIn = (tree: Tree): Tree[] =>
  tree.kind === 'binary' && (tree.operator === '=' || tree.operator === '!=')
    ? [tree.left, tree.right]
    : tree.kind === 'call' && tree.name === 'selected'
      ? tree.args
      : []

/** The texts of an expression that are compared with a column, with the column. */
export function textsBeside(
  tree: Tree,
  table: string | undefined,
): (Column & { text: Extract<Tree, { kind: 'text' }> })[] {
  if (tree.kind === 'items') return tree.filters.flatMap(filter => textsBeside(filter, tree.table))
  if (tree.kind === 'call' && tree.name === 'pulldata') {
    const [file, , column, text] = tree.args
    return file?.kind === 'text' && column?.kind === 'text' && text?.kind === 'text'
      ? [{ table: file.value, column: column.value, text }]
      : []
  }
  const sides = pairIn(tree)
  const column = sides.find(side => side.kind === 'attribute')
  const text = sides.find(side => side.kind === 'text')
  if (table !== undefined && column?.kind === 'attribute' && text?.kind === 'text')
    return [{ table, column: column.name, text }]
  return partsOf(tree).flatMap(part => textsBeside(part, table))
}

/**
 * Choices of one name in one list, which files allow where a filter never offers two of them at once: Paris among the
 * towns of Texas, and Paris among those of France. Here each has an id of its own, and what speaks of the name means
 * all of them. What hangs on them in the next list of a cascade hangs on the one that shares its other columns.
 */
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

/**
 * Rows that stand for several. A loop of XLSForm and a matrix of Kobo ask the same for every choice of a list: they become a group for
 * each choice. The rows of Kobo's scores and rankings all take the list that their group names.
 */
import type { Findings } from '../findings.ts'
import { type Cell, Row } from '../table.ts'
import type { Node } from './outline.ts'

/** More would be a mistake, or an attack: loops in loops multiply. */
const maxRows = 5_000

/** The rows of the choices by their list. */
export type ChoiceRows = ReadonlyMap<string, Row[]>

/** The nodes with loops and matrices written out. A fault: more rows than a form can have. */
export function expanded(top: Node[], lists: ChoiceRows, findings: Findings): Node[] {
  let room = maxRows
  const expand = (node: Node): Node => {
    node.children = node.children.map(expand)
    const { kind, row } = node
    if (kind.row !== 'begin') return node
    if (kind.frame === 'rank')
      node.children = node.children.map((child, index, all) => ranked(child, all.slice(0, index), row))
    if (kind.frame !== 'loop' && kind.frame !== 'matrix') return node
    const list = kind.frame === 'loop' ? (kind.list ?? '') : (row.take('kobo--matrix_list') ?? '')
    const choices = lists.get(list) ?? []
    if (choices.length === 0) {
      // Its questions stand there once, as they are written, until somebody says for what.
      findings.note(row.at('type'), 'to_mend', { list }, 'xlsform_unknown_list')
      return node
    }
    room -= choices.length * sizeOf(node.children)
    if (room < 0) findings.fault(row.at('type'), 'xlsform_too_many_rows', { maximum: maxRows })
    else node.children = choices.map(choice => perChoice(node, choice))
    return node
  }
  return top.map(expand)
}

const sizeOf = (nodes: Node[]): number => nodes.reduce((sum, { children }) => sum + 1 + sizeOf(children), 0)

/** The group for one choice: named and labelled like it, with the children of the loop. */
function perChoice(loop: Node, choice: Row): Node {
  const isMatrix = loop.kind.row === 'begin' && loop.kind.frame === 'matrix'
  const name = choice.cells.find(({ key }) => key === 'name')?.text ?? ''
  const labels = choice.cells.filter(({ key }) => key === 'label')
  const group: Node = {
    row: new Row('survey', loop.row.number, labels),
    kind: { row: 'begin', type: 'group' },
    // What Kobo calls the cells of a matrix, and its expressions with it.
    name: isMatrix ? `${loop.name}_${name}` : name,
    id: '',
    parent: loop,
    children: [],
  }
  const named = (text: string, language: string | null) =>
    text.replace(/%\((name|label)\)s/g, (_, word: string) => {
      const label = labels.find(cell => cell.language === language) ?? labels[0]
      return word === 'name' ? name : (label?.text ?? name)
    })
  const copy = (node: Node, parent: Node): Node => {
    const cells = node.row.cells.map(cell => ({ ...cell, text: named(cell.text, cell.language) }))
    const row = new Row('survey', node.row.number, cells)
    for (const key of ['type', 'name', 'disabled']) row.take(key)
    const copied = { ...node, row, parent, name: named(isMatrix ? `${group.name}_${node.name}` : node.name, null) }
    copied.children = node.children.map(child => copy(child, copied))
    return copied
  }
  group.children = loop.children.map(child => copy(child, group))
  return group
}

/** A level of a ranking: no other than those before it. */
function ranked(node: Node, before: Node[], ranking: Row): Node {
  const messages = ranking
    .takeAll('kobo--rank-constraint-message')
    .map((cell): Cell => ({ ...cell, key: 'constraint_message' }))
  if (before.length === 0) return node
  const text = before.map(({ name }) => `. != \${${name}}`).join(' and ')
  const constraint: Cell = { heading: 'constraint', key: 'constraint', language: null, text }
  const row = new Row('survey', node.row.number, [...node.row.cells, constraint, ...messages])
  for (const key of ['type', 'name', 'disabled']) row.take(key)
  return { ...node, row }
}

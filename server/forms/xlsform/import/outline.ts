/** Reads the rows of the survey as a tree of groups and repeats, before elements are made of them. */
import { type Cell, type Findings, Row } from '../table.ts'
import { type Kind, kindOf } from './questionKinds.ts'

export type Node = {
  row: Row
  kind: Kind
  /** As the sheet has it. */
  name: string
  /** As the form will have it: unique, and fit to be an id. */
  id: string
  parent: Node | undefined
  children: Node[]
  /** The rows of a file that it searches, instead of its list. */
  search?: Search
}

const isYes = (text: string | undefined) => /^(?:yes|true|true\(\)|1)$/i.test(text?.trim() ?? '')

/**
 * The tree of the survey, with loops written out for the choices in `lists`. Rows that are switched off, or are only
 * remarks, are noted and left out.
 */
export function outlineOf(rows: Row[], lists: ChoiceRows, findings: Findings): Node[] {
  const top: Node[] = []
  const open: Node[] = []
  for (const row of rows) {
    const written = row.take('type')
    if (isYes(row.take('disabled'))) {
      findings.note(row.at('disabled'), 'row_disabled')
      continue
    }
    if (written === undefined || written.startsWith('#')) {
      withoutType(row, written, findings)
      continue
    }
    const kind = listed(kindOf(written), open.at(-1), lists)
    if (kind.row === 'end') {
      close(row, kind, open, findings)
      continue
    }
    if (kind.row === 'unknown') {
      findings.fault(row.at('type'), 'xlsform_unknown_type', { type: kind.type.slice(0, 100) })
      continue
    }
    const parent = open.at(-1)
    const node: Node = { row, kind, name: row.take('name') ?? '', id: '', parent, children: [] }
    ;(parent?.children ?? top).push(node)
    if (kind.row === 'begin') open.push(node)
  }
  for (const { row, kind, name } of open) findings.fault(row.at('type'), `xlsform_unclosed_${kind.type}`, { name })
  return expanded(top, lists, findings)
}

/** A question with a list from another sheet; without a sheet of external choices, those are not carried over. */
function listed(kind: Kind, parent: Node | undefined, lists: ChoiceRows): Kind {
  if (kind.row !== 'question' || kind.listOf === undefined) return kind
  const { listOf, list = '', type } = kind
  if (listOf !== 'external')
    return { ...kind, list: parent?.row.take(listOf === 'score' ? 'kobo--score-choices' : 'kobo--rank-items') ?? '' }
  const external = externalList(list)
  return lists.has(external) ? { ...kind, list: external } : { row: 'foreign', type: `${type}_external ${list}` }
}

/** What a list of the sheet of external choices is called here, where one of the choices may have the same name. */
export const externalList = (name: string) => `external_${name}`

function withoutType(row: Row, written: string | undefined, findings: Findings): void {
  if (written === undefined && (row.has('name') || row.has('label'))) findings.fault(row.at('type'), 'xlsform_no_type')
  else findings.note(row.at(row.cells[0]?.key ?? 'type'), 'row_comment')
}

/** Ends the group or repeat that is open; names at an end are only for those who read the sheet. */
function close(row: Row, kind: Kind, open: Node[], findings: Findings): void {
  const { type } = kind
  const last = open.at(-1)
  row.take('name')
  row.take('label')
  for (const cell of row.left()) findings.note(row.atCell(cell), 'cell_unused', { value: cell.text.slice(0, 200) })
  if (!last) findings.fault(row.at('type'), `xlsform_unopened_${type}`)
  else if (last.kind.type !== type && !(isLoop(last.kind) && isLoop(kind)))
    findings.fault(row.at('type'), `xlsform_crossed_${type}`, { name: last.name, row: last.row.number })
  open.pop()
}

const isLoop = (kind: Kind) => kind.row !== 'question' && 'frame' in kind && kind.frame === 'loop'

/** All nodes, each before what it contains. */
export const allNodes = (nodes: Node[]): Node[] => nodes.flatMap(node => [node, ...allNodes(node.children)])

// Rows that stand for several. A loop of XLSForm and a matrix of Kobo ask the same for every choice of a list: they
// become a group for each choice. The rows of Kobo's scores and rankings all take the list that their group names.

/** More would be a mistake, or an attack: loops in loops multiply. */
const maxRows = 5_000

/** The rows of the choices by their list. */
type ChoiceRows = ReadonlyMap<string, Row[]>

/** The nodes with loops and matrices written out. A fault: more rows than a form can have. */
function expanded(top: Node[], lists: ChoiceRows, findings: Findings): Node[] {
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

// `search('farms', 'matches', 'region', ${region})` in the appearance of a choice: the rows of a file instead of a
// list, whose only row says which columns are what. Here they are the rows of a table, filtered.

type Search = { table: string; value: string; label: string; filter: string | undefined }

const call = /search\s*\(((?:[^()'"]|'[^']*'|"[^"]*"|\([^()]*\))*)\)/i

/** The search of a row, taken out of its appearance; undefined where there is none that can be read. */
export function searchIn({ row }: Node): { written: string; table: string; filter: string | undefined } | undefined {
  const text = row.cells.find(({ key }) => key === 'appearance')?.text
  const [written, inside] = (text && call.exec(text)) || []
  if (written === undefined || inside === undefined) return undefined
  const [table, how, columns, wanted, column, value] = argumentsOf(inside)
  const name = table && quoted(table)
  if (name === undefined || name === '') return undefined
  const searched = how && columns && wanted ? conditionFor(quoted(how) ?? '', quoted(columns) ?? '', wanted) : undefined
  const filtered = column && value && quoted(column) ? `${quoted(column)} = ${value}` : undefined
  const filter = [searched, filtered].filter(Boolean).join(' and ')
  return { written, table: name, filter: filter || undefined }
}

const quoted = (text: string): string | undefined => /^(['"])(.*)\1$/s.exec(text.trim())?.[2]?.trim()

const functions: Readonly<Record<string, string>> = {
  contains: 'contains',
  startswith: 'starts-with',
  endswith: 'ends-with',
}

/** Matches a column list, separated by commas, in which one column equals or contains the wanted name. */
function conditionFor(how: string, columns: string, wanted: string): string | undefined {
  const conditions = columns
    .split(',')
    .map(column => column.trim())
    .filter(Boolean)
    .map(column => {
      const name = functions[how.toLowerCase()]
      return name ? `${name}(${column}, ${wanted})` : `${column} = ${wanted}`
    })
  const whole = conditions.join(' or ')
  return conditions.length > 1 ? `(${whole})` : whole || undefined
}

/** The parts between commas, outside of quotes and brackets. */
function argumentsOf(text: string): string[] {
  const found: string[] = []
  let [depth, quote, part] = [0, '', '']
  for (const sign of text) {
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    if (sign === ',' && depth === 0 && !quote) {
      found.push(part.trim())
      part = ''
    } else part += sign
  }
  return [...found, part.trim()]
}

/** The rows of the survey as a tree: what stands in which group and repeat, before anything is made of it. */

import type { Findings } from '../findings.ts'
import type { Row } from '../table.ts'
import { type ChoiceRows, expanded } from './expansion.ts'
import { type Kind, kindOf } from './questionKinds.ts'
import type { Search } from './searches.ts'

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

/** The tree of the survey, with loops written out for the choices in `lists`. Rows that are switched off, or are only remarks, are noted and left out. */
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

/** A question with the list that stands elsewhere; without a sheet of external choices, those are not carried over. */
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

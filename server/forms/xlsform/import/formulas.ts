/**
 * The cells with logic. The language is the same here and there, so that an expression is carried over as it is
 * written, except for the names that changed; what asks for files or shapes, which tend does not have, is left out and
 * noted, and what cannot be read at all is a fault.
 */

import { tableNamed } from '#shared/forms/choiceSets.ts'
import { allNodes, type Node as Tree } from '#shared/forms/expressions/node.ts'
import { type Parsed, parseExpression } from '#shared/forms/expressions/parse.ts'
import { questionNamed, referencesIn } from '#shared/forms/expressions/references.ts'
import type { FaultCode } from '#shared/forms/expressions/tokens.ts'
import type { Findings } from '../table.ts'
import type { AttachedTables } from './attachedTables.ts'
import { type FollowedNames, offeredBy, textsBeside } from './followNames.ts'
import { attributeNamed, type List } from './lists.ts'
import type { Names } from './names.ts'
import type { Node } from './outline.ts'

/** Understood by other tools, and not carried over. */
const foreign: ReadonlySet<FaultCode> = new Set(['unknown_function', 'function_not_supported', 'expression_predicate'])
const yes = /^(?:yes|true|true\(\))$/i
const no = /^(?:no|false|false\(\))$/i
/** What people write for it besides, in the columns that are a plain setting. */
const shortYes = /^(?:y|t|1)$/i
const shortNo = /^(?:n|f|0)$/i

export class Formulas {
  private readonly findings: Findings
  private readonly names: Names
  private readonly lists: ReadonlyMap<string, List>

  /** The choice set that a list became. */
  setOf: (list: string) => string | undefined = () => undefined
  private readonly tables: AttachedTables
  /** What values of columns are called now. */
  followed: Pick<FollowedNames, 'valueOf'> = { valueOf: () => undefined }

  constructor(findings: Findings, names: Names, lists: ReadonlyMap<string, List>, tables: AttachedTables) {
    this.tables = tables
    this.findings = findings
    this.names = names
    this.lists = lists
  }

  /**
   * The expression in a column of an element. `yes` and `no` are the short ways to write what always or never holds.
   */
  read(node: Node, key: string): string | undefined {
    const written = node.row.take(key)
    if (written === undefined) return undefined
    if (yes.test(written)) return 'true()'
    if (no.test(written)) return 'false()'
    return this.carry(node, key, written)
  }

  /** Whether something always holds, or when: for what is a plain setting most of the time. */
  readFlag(node: Node, key: string): { always: true } | { when: string } | undefined {
    const written = node.row.take(key)
    if (written === undefined || no.test(written) || shortNo.test(written)) return undefined
    if (yes.test(written) || shortYes.test(written)) return { always: true }
    const when = this.carry(node, key, written)
    return when === undefined ? undefined : { when }
  }

  /** The expression of a column, in the form's own language; undefined for one that is left out. */
  carry(node: Node, key: string, written: string): string | undefined {
    const { source, parsed } = read(written)
    const strange = parsed.tree && this.outsider(parsed.tree, source, node)
    if (strange !== undefined) {
      this.findings.note(
        node.row.at(key),
        'expression_left_out',
        { name: strange, value: written },
        'unknown_reference',
      )
      return undefined
    }
    if (parsed.tree) return rewritten(source, parsed.tree, this.renamesFrom(node, key))
    const { code, at, values } = parsed.fault
    if (foreign.has(code))
      this.findings.note(node.row.at(key), 'expression_left_out', { ...values, value: written }, code)
    else this.findings.fault(node.row.at(key), code, { ...values, position: at + 1 })
    return undefined
  }

  /** What a text shows of answers: `${name}`. */
  inText(text: string, node: Node | undefined, key: string): string {
    return this.names.areChanged
      ? text.replace(/\$\{\s*([^}\s]+)\s*\}/g, (_, name: string) => `\${${this.idOf(name, node, key)}}`)
      : text
  }

  /**
   * What an expression asks for beside the questions: what other tools add to every form, and paths that lead out of
   * the survey.
   */
  private outsider(tree: Tree, source: string, node: Node): string | undefined {
    return referencesIn(tree).find(
      ({ name, at, end }) =>
        this.names.find(name, node) === 'unknown' &&
        (/^instance(?:ID|Name)$/.test(name) || /^[^$'"]*\//.test(source.slice(at, end))),
    )?.name
  }

  private idOf(name: string, node: Node | undefined, key: string, steps: string[] = []): string {
    const found = this.names.find(name, node, steps)
    if (found !== 'ambiguous') return found === 'unknown' ? name : found.id
    if (node) this.findings.fault(node.row.at(key), 'xlsform_ambiguous', { name })
    return name
  }

  /** A list of the sheet, under the name that it has here, or else a file. */
  private tableOf(name: string, node: Node, key: string): string {
    const list = this.lists.get(name)
    if (list) return this.setOf(name) ?? list.table ?? name
    return this.tables.use(name, node.row.at(key))
  }

  private renamesFrom(node: Node, key: string) {
    const listOf = (name: string) => {
      const found = name === '.' ? node : this.names.find(name, node)
      const kind = typeof found === 'object' && found.kind.row === 'question' ? found.kind : undefined
      return kind?.list === undefined ? undefined : this.lists.get(kind.list)
    }
    return {
      idOf: (name: string, steps: string[]) => this.idOf(name, node, key, steps),
      choiceOf: (question: string, choice: string) => listOf(question)?.renamed.get(choice),
      twinsOf: (question: string, choice: string) => listOf(question)?.twins.get(choice)?.slice(1) ?? [],
      columnValueOf: (table: string, column: string, value: string) => this.followed.valueOf(table, column, value),
      offered: key === 'choice_filter' ? offeredBy(node) : undefined,
      repeatsUp: (levels: number) => repeatsUp(node, levels),
      tableOf: (name: string) => this.tableOf(name, node, key),
      // Other tools find nothing of that name, and so it is written for nothing.
      attributeOf: (name: string) => (key !== 'choice_filter' && /^null$/i.test(name) ? "''" : attributeNamed(name)),
    }
  }
}

/** Here only repeats count as steps to the row whose number is asked for; in files, groups do too. */
function repeatsUp(node: Node, levels: number): number {
  const above: Node[] = []
  for (let { parent } = node; parent && above.length < levels; { parent } = parent) above.push(parent)
  const repeats = above.filter(({ kind }) => kind.type === 'repeat')
  return above.length === levels && repeats.at(-1) === above.at(-1) ? repeats.length : levels
}

/** SurveyCTO's way to ask for the number of the row. */
const rowNumber = /(?<![\w-])index\s*\(\s*\)/g

/**
 * Where the expression cannot be read as it is: quotes that a text processor made round are straightened, and
 * SurveyCTO's word is taken.
 */
function read(written: string): { source: string; parsed: Parsed } {
  const parsed = parseExpression(written)
  if (parsed.tree) return { source: written, parsed }
  const straight = written
    .replace(rowNumber, 'position(..)')
    .replace(/[\u2018\u2019\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb]/g, '"')
  const again = parseExpression(straight)
  return again.tree || foreign.has(again.fault.code) ? { source: straight, parsed: again } : { source: written, parsed }
}

// Carries an expression over: names that were changed are changed in it too, at their place, so that the rest stays as
// it was written.

type Edit = { at: number; end: number; text: string }

type Renames = {
  /** The id of what a name means, which a path before it may say more of; the name itself where it stays. */
  idOf(name: string, steps: string[]): string
  /** The new id of a choice in the list of a question; undefined where it stays. `.` asks for the question itself. */
  choiceOf(question: string, choice: string): string | undefined
  /** The ids of the other choices that have the same name in that list. */
  twinsOf(question: string, choice: string): string[]
  /** Number of repeats between here and the repeat that a path of `levels` steps leads to, if it leads to one. */
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
function rewritten(source: string, tree: Tree, renames: Renames): string {
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
const stepsIn = (written: string): string[] =>
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

/** A choice that is asked for by a name of several is any of them. */
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

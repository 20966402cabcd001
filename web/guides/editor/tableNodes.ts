/**
 * Tables of guides in the editor: rows of cells with words in a line, the first row their heads; kept as Markdown has
 * them.
 */
import { type Editor, type JSONContent, Node } from '@tiptap/core'

const Cell = Node.create({
  name: 'tableCell',
  content: 'inline*',
  isolating: true,
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  renderHTML: () => ['td', 0],
})

const Row = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  markdownTokenName: 'table',
  parseMarkdown(token, helpers) {
    const { header = [], rows = [] } = token as unknown as { header?: MarkdownCell[]; rows?: MarkdownCell[][] }
    const rowOf = (cells: MarkdownCell[]) =>
      helpers.createNode(
        'tableRow',
        {},
        cells.map(cell => helpers.createNode('tableCell', {}, helpers.parseInline((cell.tokens ?? []) as never))),
      )
    return helpers.createNode('table', {}, [header, ...rows].map(rowOf))
  },
  renderMarkdown(node: JSONContent, helpers) {
    const lines = (node.content ?? []).map(
      row => `| ${(row.content ?? []).map(cell => cellText(helpers.renderChildren(cell.content ?? []))).join(' | ')} |`,
    )
    const columns = node.content?.[0]?.content?.length ?? 1
    return [lines[0], `| ${Array(columns).fill('---').join(' | ')} |`, ...lines.slice(1)].join('\n')
  },
  addKeyboardShortcuts() {
    return {
      Tab: ({ editor }) => step(editor, 1),
      'Shift-Tab': ({ editor }) => step(editor, -1),
      // A cell is a line: its end is the next one.
      Enter: ({ editor }) => step(editor, 1),
    }
  },
})

type MarkdownCell = { tokens?: unknown[] }

const cellText = (text: string) => text.replace(/\s*\n\s*/g, ' ').replace(/(?<!\\)\|/g, '\\|')

export const tableNodes = [Table, Row, Cell]

/** Goes to the next cell or back; behind the last one there is another row. */
function step(editor: Editor, by: 1 | -1): boolean {
  const found = tableAt(editor)
  if (!found) return false
  const columns = found.rows[0]?.length ?? 1
  const next = found.row * columns + found.column + by
  if (next < 0) return true
  if (next >= found.rows.length * columns) changeTable(editor, 'addRow')
  return goTo(editor, Math.floor(next / columns), next % columns)
}

type Cells = JSONContent[][]
const emptyRow = (count: number): JSONContent[] => Array.from({ length: count }, () => ({ type: 'tableCell' }))
const tableOf = (rows: Cells): JSONContent => ({
  type: 'table',
  content: rows.map(content => ({ type: 'tableRow', content })),
})

/** A table with three columns, a head and two rows, where the cursor is. */
export const insertTable = (editor: Editor): void => {
  editor
    .chain()
    .focus()
    .insertContent(tableOf([emptyRow(3), emptyRow(3), emptyRow(3)]))
    .run()
}

export const tableChanges = ['addRow', 'addColumn', 'removeRow', 'removeColumn'] as const
type TableChange = (typeof tableChanges)[number]

/** Changes the table in which the cursor is; the last row or column takes the table with it. */
export function changeTable(editor: Editor, change: TableChange): void {
  const found = tableAt(editor)
  if (!found) return
  const { from, to, row, column } = found
  const rows = changed(found.rows, change, row, column)
  const isGone = rows.length === 0 || rows[0]?.length === 0
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, isGone ? { type: 'paragraph' } : tableOf(rows))
    .run()
  if (!isGone)
    goTo(
      editor,
      Math.min(change === 'addRow' ? row + 1 : row, rows.length - 1),
      Math.min(change === 'addColumn' ? column + 1 : column, (rows[0]?.length ?? 1) - 1),
      from,
    )
}

function changed(rows: Cells, change: TableChange, row: number, column: number): Cells {
  if (change === 'addRow') return rows.toSpliced(row + 1, 0, emptyRow(rows[0]?.length ?? 1))
  if (change === 'removeRow') return rows.toSpliced(row, 1)
  if (change === 'addColumn') return rows.map(cells => cells.toSpliced(column + 1, 0, ...emptyRow(1)))
  return rows.map(cells => cells.toSpliced(column, 1))
}

/** The table around the cursor, and in which of its cells that is. */
function tableAt({ state }: Editor) {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const table = $from.node(depth)
    if (table.type.name !== 'table') continue
    const rows = (table.toJSON() as JSONContent).content?.map(row => row.content ?? []) ?? []
    const from = $from.before(depth)
    return { from, to: from + table.nodeSize, rows, row: $from.index(depth), column: $from.index(depth + 1) }
  }
  return undefined
}

/** Puts the cursor at the end of a cell of the table around it, or of the one that begins at a place. */
function goTo(editor: Editor, row: number, column: number, begin = tableAt(editor)?.from): boolean {
  const table = begin === undefined ? null : editor.state.doc.nodeAt(begin)
  if (!table || begin === undefined || row >= table.childCount) return false
  let at = begin + 1
  for (let index = 0; index < row; index++) at += table.child(index).nodeSize
  const cells = table.child(row)
  at++
  for (let index = 0; index < column; index++) at += cells.child(index).nodeSize
  return editor.commands.setTextSelection(at + 1 + cells.child(column).content.size)
}

/** A picture of a guide in the editor, on a line of its own; only what lies in the store is one. */
export const pictureNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src^="/storage/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  markdownTokenName: 'image',
  parseMarkdown(token, helpers) {
    const { href = '', text = '' } = token as { href?: string; text?: string }
    return helpers.createNode('image', { src: href.startsWith('/storage/') ? href : '', alt: text })
  },
  renderMarkdown: ({ attrs }) => `![${said(attrs?.alt)}](${attrs?.src ?? ''})`,
})

/** Brackets would end the words too early. */
const said = (words: unknown) => String(words ?? '').replace(/[[\]\n]/g, ' ')

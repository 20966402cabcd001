/** Differences between two versions of a guide's text: line by line, and word by word within a changed line. */

export type Piece = { kind: 'same' | 'removed' | 'added'; text: string }
export type DiffLine = { kind: 'same' | 'removed' | 'added' | 'changed'; pieces: Piece[] }

/** Bound of comparisons; beyond it the middle is one removal and one addition. */
const maxCompared = 4_000_000

/** Lines of both texts in order; a changed line appears once, with its words. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const steps = diffOf(linesOf(before), linesOf(after))
  const lines: DiffLine[] = []
  for (let at = 0; at < steps.length; ) {
    const step = steps[at]
    if (!step) break
    if (step.kind === 'same') {
      lines.push({ kind: 'same', pieces: [step] })
      at++
      continue
    }
    let end = at
    while (end < steps.length && steps[end]?.kind !== 'same') end++
    const turn = steps.slice(at, end)
    lines.push(...paired(textsOf(turn, 'removed'), textsOf(turn, 'added')))
    at = end
  }
  return lines
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
const textsOf = (pieces: Piece[], kind: Piece['kind']) => pieces.filter(one => one.kind === kind).map(one => one.text)
const wordsOf = (line: string) => line.match(/\s+|[^\s]+/g) ?? []

/** Pairs removed and added lines that share words as changed ones. */
function paired(removed: string[], added: string[]): DiffLine[] {
  const lines: DiffLine[] = []
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [was, is] = [removed[index], added[index]]
    const pieces = was !== undefined && is !== undefined ? joined(diffOf(wordsOf(was), wordsOf(is))) : []
    const common = textsOf(pieces, 'same').join('').length
    if (was !== undefined && is !== undefined && common * 3 >= Math.max(was.length, is.length))
      lines.push({ kind: 'changed', pieces })
    else
      for (const [kind, text] of [
        ['removed', was],
        ['added', is],
      ] as const)
        if (text !== undefined) lines.push({ kind, pieces: [{ kind, text }] })
  }
  return lines
}

/** Joins neighbours of one kind. */
function joined(pieces: Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (last?.kind === piece.kind) last.text += piece.text
    else whole.push({ ...piece })
  }
  return whole
}

/** Longest common subsequence of two lists, as steps from one to the other. */
function diffOf(before: readonly string[], after: readonly string[]): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [endBefore, endAfter] = [before.length, after.length]
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--
    endAfter--
  }
  const same = (text: string): Piece => ({ kind: 'same', text })
  const middle = between(before.slice(start, endBefore), after.slice(start, endAfter))
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(endBefore).map(same)]
}

function between(before: readonly string[], after: readonly string[]): Piece[] {
  const removed = (text: string): Piece => ({ kind: 'removed', text })
  const added = (text: string): Piece => ({ kind: 'added', text })
  if (before.length * after.length > maxCompared) return [...before.map(removed), ...after.map(added)]
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const pieces: Piece[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    const [was = '', is = ''] = [before[row], after[column]]
    if (was === is) pieces.push({ kind: 'same', text: was })
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) pieces.push(removed(was))
    else pieces.push(added(is))
    if (was === is || pieces.at(-1)?.kind === 'removed') row++
    if (was === is || pieces.at(-1)?.kind === 'added') column++
  }
  return [...pieces, ...before.slice(row).map(removed), ...after.slice(column).map(added)]
}

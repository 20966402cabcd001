/**
 * Content pasted from other programs, as block texts can hold it: raised and lowered signs become characters, merged
 * cells empty ones, Word's paragraphs with marks lists. External pictures cannot be stored and are counted, so that the
 * person is told.
 */
import { useTranslation } from 'react-i18next'
import { tellFailed } from '../toast.tsx'

const raised = new Map(pairs('0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻=⁼(⁽)⁾nⁿiⁱaᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰjʲkᵏlˡmᵐoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ°°'))
const lowered = new Map(pairs('0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓ'))

function pairs(text: string): [string, string][] {
  const signs = [...text]
  return signs.flatMap((sign, at) => (at % 2 === 0 ? [[sign, signs[at + 1] ?? sign] as [string, string]] : []))
}

/** Cells that one pasted cell is spread over at most, in each direction. */
const widestSpan = 100
const blocks = 'p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre'

/** For the editor: takes what is pasted, and says what is left out. */
export function usePastedHtml(): (html: string) => string {
  const { t } = useTranslation()
  return pasted => {
    const { html, pictures } = pastedHtml(pasted)
    if (pictures > 0) void tellFailed(t('common.picturesLeftOut'))
    return html
  }
}

/** @returns the HTML for the editor, and how many pictures were left out */
export function pastedHtml(html: string): { html: string; pictures: number } {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const part of page.querySelectorAll<HTMLElement>('sup, sub, [style*="vertical-align"]')) writeInLine(part)
  makeLists(page)
  for (const table of page.querySelectorAll('table')) spreadCells(table)
  const foreign = [...page.querySelectorAll('img')].filter(one => !one.getAttribute('src')?.startsWith('/storage/'))
  for (const picture of foreign) picture.replaceWith(picture.alt)
  return { html: page.body.innerHTML, pictures: foreign.length }
}

/** "m³" for a raised 3; what has no such character keeps its place by a sign: "x^(n/2)". */
function writeInLine(part: HTMLElement): void {
  const position = part.localName === 'sup' ? 'super' : part.localName === 'sub' ? 'sub' : part.style.verticalAlign
  if (position !== 'super' && position !== 'sub') return
  const signs = [...(part.textContent ?? '')]
  if (signs.length === 0) return
  const twins = position === 'super' ? raised : lowered
  const words = signs.join('')
  const mark = position === 'super' ? '^' : '_'
  if (signs.every(sign => twins.has(sign))) part.replaceWith(signs.map(sign => twins.get(sign)).join(''))
  else if (words.trim()) part.replaceWith(mark + (signs.length > 1 ? `(${words})` : words))
}

/** Word writes the items of a list as paragraphs, each with its mark as words that are to be passed over. */
function makeLists(page: Document): void {
  let list: HTMLElement | undefined
  let next = 0
  for (const item of page.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const mark = item.querySelector('[style*="mso-list:"], [style*="mso-list :"]')
    const number = Number.parseInt(/^\s*(\d{1,9})[.)]/.exec(mark?.textContent ?? '')?.[1] ?? '-1', 10)
    const isNumbered = number >= 0
    mark?.remove()
    const goesOn =
      list &&
      item.previousElementSibling === list &&
      list.localName === (isNumbered ? 'ol' : 'ul') &&
      (!isNumbered || number === next)
    if (!goesOn) {
      list = page.createElement(isNumbered ? 'ol' : 'ul')
      if (isNumbered) list.setAttribute('start', String(number))
      item.before(list)
    }
    const entry = page.createElement('li')
    entry.append(...item.childNodes)
    list?.append(entry)
    item.remove()
    next = isNumbered ? number + 1 : number
  }
}

/** A table whose cells all have one place: words in the first place of a merged one, nothing in its others. */
function spreadCells(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const taken = rows.map(() => new Set<number>())
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of [...row.cells]) {
      for (; taken[at]?.has(column); column++) cell.before(cell.ownerDocument.createElement('td'))
      const [wide, high] = [Math.min(cell.colSpan, widestSpan), Math.min(cell.rowSpan, rows.length - at, widestSpan)]
      for (let below = 1; below < high; below++)
        for (let beside = 0; beside < wide; beside++) taken[at + below]?.add(column + beside)
      for (let beside = 1; beside < wide; beside++) cell.after(cell.ownerDocument.createElement('td'))
      for (const name of ['colspan', 'rowspan']) cell.removeAttribute(name)
      writeAsLines(cell)
      column += wide
    }
    for (; taken[at]?.has(column); column++) row.append(row.ownerDocument.createElement('td'))
  }
}

/** A cell holds words in a line: its paragraphs are lines of it. */
function writeAsLines(cell: HTMLTableCellElement): void {
  for (const block of cell.querySelectorAll(blocks)) {
    const isFollowed = block.nextSibling !== null && block.nextSibling.textContent?.trim() !== ''
    block.replaceWith(...block.childNodes, ...(isFollowed ? [cell.ownerDocument.createElement('br')] : []))
  }
}

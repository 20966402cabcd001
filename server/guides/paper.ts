/** A guide's text as what `guide.typ` prints. */
import type { GuideBlock } from '#shared/guides/guideText.ts'
import type { Inline } from '#shared/lib/inlineMarkdown.ts'
import type { Block } from '#shared/lib/markdown.ts'
import { type PaperBlock, runsOf } from './guideDocument.ts'

export function paperBlock(block: GuideBlock | Block): PaperBlock {
  switch (block.kind) {
    case 'heading':
      return { part: 'heading', level: block.level, runs: runsOf(block.children) }
    case 'paragraph':
      return { part: 'paragraph', runs: runsOf(block.children) }
    case 'list':
      return {
        part: 'list',
        items: block.items.map((item, index) => ({ mark: block.marks[index] || '•', runs: runsOf(item) })),
      }
    case 'checklist':
      return {
        part: 'checklist',
        items: block.items.map(({ isDone, children }) => ({ done: isDone, runs: runsOf(children) })),
      }
    case 'note':
      return { part: 'note', blocks: block.blocks.map(paperBlock) }
    case 'table':
      return { part: 'table', head: block.head.map(cell), rows: block.rows.map(row => row.map(cell)) }
    case 'picture':
      return { part: 'picture', name: block.path, caption: block.description }
    case 'video':
    case 'file':
      return { part: 'file', name: block.name }
  }
}

const cell = (parts: Inline[]) => runsOf(parts)

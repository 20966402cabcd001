import { Editor } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Markdown } from '@tiptap/markdown'
import StarterKit from '@tiptap/starter-kit'
import { expect, test } from 'vitest'
import { parseGuide } from '#shared/guides/guideText.ts'
import { markdownOf } from './markdownOf.ts'
import { pictureNode } from './pictureNode.ts'
import { changeTable, insertTable, tableNodes } from './tableNodes.ts'

const open = (content: string) =>
  new Editor({
    element: null,
    extensions: [StarterKit, TaskList, TaskItem, ...tableNodes, pictureNode, Markdown],
    content,
    contentType: 'markdown',
  })

const path = '7/2026/11/0b6d3a50-8c2f-4b8e-9a8e-1f2e3d4c5b6a'
const through = (text: string) => markdownOf(open(text))

test.each([
  `| A | B |\n| --- | --- |\n| **x** \\| y | [z](/guides/3#heat) |\n|  | last |`,
  `Words\n\n![A cow](/storage/${path}.png)\n\nMore`,
  `[plan.pdf](/storage/${path}.pdf)\n\n[film.mp4](/storage/${path}.mp4)`,
  `## Heat\n\nTwo **strong** words and 5 < 7 & 9 > 3.\n\n> Call the vet.\n\n- [ ] Gate\n- [x] Water\n\n1. One\n2. Two\n\n| A |\n| --- |\n| b |\n\n## End`,
])('what is opened in the editor means the same when it is kept: %#', text => {
  expect(parseGuide(through(text))).toEqual(parseGuide(text))
  expect(through(through(text))).toBe(through(text))
})

test('a picture of elsewhere is none', () => {
  expect(JSON.stringify(open('![x](https://evil.test/x.png)').getJSON())).not.toContain('evil')
})

test('rows and columns come and go, and the last one takes its table along', () => {
  const editor = open('Words')
  insertTable(editor)
  const size = () => {
    const [table] = parseGuide(editor.getMarkdown()).filter(block => block.kind === 'table')
    return table && [table.rows.length + 1, table.head.length]
  }
  expect(size()).toEqual([3, 3])
  editor.commands.setTextSelection(5)
  changeTable(editor, 'addRow')
  changeTable(editor, 'addColumn')
  expect(size()).toEqual([4, 4])
  for (let left = 3; left >= 0; left--) {
    changeTable(editor, 'removeColumn')
    expect(size()?.[1]).toBe(left || undefined)
  }
})

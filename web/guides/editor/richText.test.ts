import { Editor, type JSONContent } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { expect, test } from 'vitest'
import { cleanGuideText, guideWords, parseGuide } from '#shared/guides/guideText.ts'
import { markdownOf, richMarkdown, toEditor } from '../../ui/richText/richMarkdown.ts'
import { changeTable, insertTable, pictureNode, tableNodes } from './tableNodes.ts'

const open = (content: JSONContent | string) =>
  new Editor({
    element: null,
    extensions: [
      StarterKit.configure({ paragraph: false, code: false, codeBlock: false, strike: false, horizontalRule: false }),
      ...[TaskList, TaskItem, ...tableNodes, pictureNode, ...richMarkdown()],
    ],
    content: typeof content === 'string' ? toEditor(content) : content,
    ...(typeof content === 'string' && { contentType: 'markdown' as const }),
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

const typed = [
  '1. a',
  '2026. november 28.',
  '3) c',
  '- 18 °C',
  '+ 18 °C',
  '* x',
  '# of hens',
  '> 5',
  '| a | b |',
  '- [ ] x',
  '---',
  '&nbsp;',
]
const inside = [
  '3*4*5',
  'a_b_c',
  '*x*',
  '[a](/b)',
  '[Note]: x',
  '![x](https://evil.test/x.png)',
  'a < b <c & d',
  '&lt;b&gt; &amp;',
  '\\*',
  '`x`',
  '~~x~~',
]
const markup = [
  '<half a dose',
  '<b>x</b>',
  '<https://x.test>',
  '<!-- c -->',
  'https://x.test/a، b',
  '    four blanks'.trim(),
]

test.each([...typed, ...inside, ...markup])('the words %j mean the same when they are kept and opened again', text => {
  const paragraph = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
  for (const words of [text, `before\n${text}`]) {
    const kept = cleanGuideText(markdownOf(open({ type: 'doc', content: [paragraph(words)] })))
    expect(guideWords(kept)).toBe(words)
    expect(parseGuide(kept).map(({ kind }) => kind)).toEqual(['paragraph'])
    expect(cleanGuideText(through(kept))).toBe(kept)
  }
  const cell = {
    type: 'doc',
    content: [
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: paragraph(text).content }] }],
      },
    ],
  }
  expect(guideWords(cleanGuideText(markdownOf(open(cell))))).toBe(text)
})

test.each([
  '2026. november 28.\n2026. december 3.',
  '4. a\n7. b',
  'Give &lt;half a dose',
  '`five` and ~~six~~',
  '7. x\n8. y',
  '1. x\n1. y',
])('%j is opened without a change of what it says', text => {
  expect(guideWords(through(text))).toBe(guideWords(text))
})

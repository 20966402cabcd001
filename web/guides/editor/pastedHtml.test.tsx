/** What a paste from Word, a sheet or a page becomes in a guide: nothing of it goes without a word. */
import { Editor } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { afterEach, expect, test } from 'vitest'
import { guideWords, parseGuide } from '#shared/guides/guideText.ts'
import { pastedHtml } from '../../ui/richText/pastedHtml.ts'
import { markdownOf, richMarkdown } from '../../ui/richText/richMarkdown.ts'
import { pictureNode, tableNodes } from './tableNodes.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

function paste(html: string): string {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: [
      StarterKit.configure({ paragraph: false, code: false, codeBlock: false, strike: false, horizontalRule: false }),
      ...[TaskList, TaskItem, ...tableNodes, pictureNode, ...richMarkdown()],
    ],
    editorProps: { transformPastedHTML: pasted => pastedHtml(pasted).html },
  })
  editor.view.pasteHTML(html)
  return markdownOf(editor)
}

test.each([
  ['<p>5 m<sup>3</sup>, CO<sub>2</sub>, 10<sup>-3</sup></p>', '5 m³, CO₂, 10⁻³'],
  ['<p>x<sup>n/2</sup> and a<sub>Q</sub></p>', 'x^(n/2) and a_Q'],
  ['<p>m<span style="vertical-align: super">2</span></p>', 'm²'],
  ['<p>Give &lt;half a dose</p>', 'Give <half a dose'],
  ['<p>2026. november 28.</p><p>- 18 °C</p>', '2026. november 28.\n- 18 °C'],
])('%s stands as %j', (html, words) => {
  expect(guideWords(paste(html))).toBe(words)
})

test('merged cells become empty ones, and paragraphs of a cell lines of it', () => {
  const table =
    '<table><tr><th colspan="2">Pen</th><th>Kg</th></tr><tr><td rowspan="2">A</td><td><p>one</p><p>two</p></td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>'
  expect(guideWords(paste(table))).toBe(['Pen ·  · Kg', 'A · one two · 3', ' · 4 · 5'].join('\n'))
})

test('paragraphs that are a list in Word are one here, with its numbers', () => {
  const item = (mark: string, words: string) =>
    `<p class="MsoListParagraph" style="margin-left:36pt;mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp;</span></span><![endif]>${words}</p>`
  const kept = paste(
    `${item('3.', 'three')}${item('4.', 'four')}<p>between</p>${item('·', 'boots')}${item('·', 'gloves')}`,
  )
  expect(parseGuide(kept)).toMatchObject([
    { kind: 'list', isOrdered: true, marks: ['3.', '4.'] },
    { kind: 'paragraph' },
    { kind: 'list', isOrdered: false, items: [{}, {}] },
  ])
  expect(guideWords(kept)).toBe('3. three\n4. four\nbetween\nboots\ngloves')
})

test('pictures of elsewhere are counted, so that they can be told of, and their words stay', () => {
  const { html, pictures } = pastedHtml(
    '<p>See <img src="https://evil.example/x.png" alt="the gate"></p><img src="/storage/1/2026/11/a.png">',
  )
  expect(pictures).toBe(1)
  expect(html).not.toContain('evil.example')
  expect(html).toContain('See the gate')
})

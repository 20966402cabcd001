import { expect, test } from 'vitest'
import { guides } from '#shared/guides/contract.ts'
import { cleanGuideText, guideWords, parseGuide } from '#shared/guides/guideText.ts'
import { company } from '../test/people.ts'

/** What people have tried on others, in the ways that Markdown and its readers let through. */
const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.test/x.js></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<img src=x onerror=alert(1)',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert`1`)',
  '[x]( javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](java\u0002script:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.test)',
  '[x](/\\evil.test)',
  '![x](javascript:alert(1))',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '> <img src=x onerror=alert(1)>\n\n- [ ] <script>alert(1)</script>',
  '## <svg onload=alert(1)>\n\n**<b onclick=alert(1)>**',
  '**[x](javascript:alert(1))**',
  '![x](https://evil.test/pixel.png)',
  '![x](//evil.test/pixel.png)',
  '![x](data:image/svg+xml;base64,PHN2Zy8+)',
  '![<img src=x onerror=alert(1)>](javascript:alert(1))',
  '| [x](javascript:alert(1)) | <img src=x onerror=alert(1)> |\n| --- | --- |\n' +
    '| ![x](//evil.test/x.png) | <svg onload=alert(1)> |',
  '| a |\n| --- |\n| [x](data:text/html,<script>alert(1)</script>) |',
  '[<script>alert(1)</script>.pdf](javascript:alert(1))',
  '[film.mp4](data:video/mp4;base64,AAAA)',
  '> [!NOTE]\n> [x](vbscript:msgbox(1))',
  '- [x] [y](javascript:alert(1))',
]

test.each(attacks)('%j is stored and given back without anything that runs', async attack => {
  const boss = await (await company()).manager()
  const title = { en: `Gates ${attack}` }
  const { id } = await boss.call(guides.create, { title, body: { en: `Words\n\n${attack}` }, default_language: 'en' })
  const guide = await boss.call(guides.publish, { id })
  // A title is plain words, in no list ever read as markup: it stands as it was typed.
  const typed = (text: string) => text.replace(/[^\P{Cc}\n]/gu, '').replace(/\s+/g, ' ')
  for (const text of [guide.title.en, guide.published?.content.title.en]) expect(text).toBe(typed(title.en))
  for (const text of [guide.published?.content.body.en]) {
    expect(text).toContain('Words')
    expect(text).not.toMatch(/<[a-z/!?]/i)
    expect(text).not.toMatch(/\]\(\s*<?\s*(?:javascript|data|vbscript|\/\/|\/\\)/i)
    expect(text).not.toMatch(/\]:\s*javascript/i)
    expect(hrefsIn(parseGuide(text ?? ''))).toEqual([])
  }
})

const hrefsIn = (tree: unknown): string[] =>
  JSON.stringify(tree)
    .matchAll(/"href":"([^"]*)"/g)
    .map(([, href = '']) => href)
    .filter(href => href !== '#')
    .toArray()

/** Of the processor, so that neighbours do not count. */
function workedAt(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const most = 50_000
test.each([
  ['empty lines', `a${'\n'.repeat(most)}b`],
  ['brackets on lines of their own', '[\n'.repeat(most / 2)],
  ['brackets with words, without an end', '[a\na'.repeat(most / 4)],
  ['markup that comes about by taking markup out', '<'.repeat(most / 3) + 'a>'.repeat(most / 3)],
  ['markup everywhere', '<a'.repeat(most / 2)],
  ['backslashes before markup', `${'\\'.repeat(most - 2)}<a`],
  ['a long address', `[a](${' '.repeat(most)}b`],
  ['emphasis without an end', '**a '.repeat(most / 4)],
  ['a table without an end', `| a |\n| --- |\n${'|'.repeat(most - 20)}`],
  ['pictures without an end', '![a'.repeat(most / 3)],
  ['files without an end', '[a](/storage/1/'.repeat(most / 15)],
  ['a checklist with spaces', `- [ ] ${' '.repeat(most)}\u2028x`],
])('%s: the longest guide is read in no time', (_, text) => {
  expect(
    workedAt(() => {
      parseGuide(cleanGuideText(text))
    }),
  ).toBeLessThan(150)
})

test('people’s text stays as written, and cleaning it twice changes nothing', () => {
  const text =
    '## Heat\n\nIf 5 < 7 and 9 > 3, call **now**: [the vet](tel:+4412) or [here](/forms/12#water).\n\n' +
    '> Mind <3\n\n- [x] Gate\n- [ ] Water\n\n1. One\n2. Two'
  expect(cleanGuideText(text)).toBe(text)
  for (const attack of attacks) expect(cleanGuideText(cleanGuideText(attack))).toBe(cleanGuideText(attack))
})

test.each([
  'Give <half a dose if it weighs <40 kg',
  'a<b and b>c, x</y, <!doctype, <?',
  'Dose [see below](next page) and [Note]: call the vet',
  '| <half | 2 |\n| --- | --- |\n| a | <b | beyond |',
  '[x](javascript:alert(1)) ![x](https://evil.test/x.png)',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
])('of %j every letter is kept, in the title too, and read back by the API', async text => {
  const boss = await (await company()).manager()
  const title = { en: text.replace(/\n/g, ' ') }
  const { id } = await boss.call(guides.create, { title, body: { en: text }, default_language: 'en' })
  const { published } = await boss.call(guides.publish, { id })
  expect(published?.content.title).toEqual(title)
  const letters = (words: string) => words.replace(/[^\p{L}\p{N}<]/gu, '')
  expect(letters(guideWords(published?.content.body.en ?? ''))).toBe(letters(text))
  const again = await boss.call(guides.update, { id, body: published?.content.body })
  expect(again.draft?.body).toEqual(published?.content.body)
})

test('a table is as wide as its widest row, and extra text is in the last column', () => {
  const cells = Array.from({ length: 15 }, (_, at) => `c${at}`)
  const words = guideWords(`| a |\n| --- |\n| ${cells.join(' | ')} |`)
  for (const cell of cells) expect(words).toContain(cell)
})

test('a text is read as sections, notes and checklists, each section with an address of its own', () => {
  expect(
    parseGuide('## Heat stress\n\nWords\n\n> Call\n> now\n\n- [x] Gate\n- [ ] Water\n\n## Heat stress\n\n### في الصيف'),
  ).toMatchObject([
    { kind: 'heading', level: 2, anchor: 'heat-stress' },
    { kind: 'paragraph' },
    { kind: 'note', blocks: [{ kind: 'paragraph' }] },
    { kind: 'checklist', items: [{ isDone: true }, { isDone: false }] },
    { kind: 'heading', anchor: 'heat-stress-2' },
    { kind: 'heading', level: 3, anchor: 'في-الصيف' },
  ])
})

const path = '7/2026/11/0b6d3a50-8c2f-4b8e-9a8e-1f2e3d4c5b6a'

test.each([
  [`![A cow](/storage/${path}.png)`, 'picture'],
  [`[plan.pdf](/storage/${path}.pdf)`, 'file'],
  [`[film.mp4](/storage/${path}.mp4)`, 'video'],
])('%s is what it says', (text, kind) => {
  expect(parseGuide(cleanGuideText(`Words\n\n${text}`))).toMatchObject([
    {},
    { kind, path: expect.stringContaining(path) },
  ])
})

test.each([
  `![x](/storage/../api/user)`,
  `![x](/storage/${path}.svg)`,
  `![x](/storage/${path}.html)`,
  `![x](/storage/${path}.png"onerror="alert(1))`,
  `![x](/storage/${path}.png#" onload=alert(1))`,
  `![x](/storage//evil.test/${path}.png)`,
  `![x](https://evil.test/storage/${path}.png)`,
  `Words ![x](/storage/${path}.png)`,
  `[x](/storage/${path}.mp4?autoplay)`,
])('%s names nothing of the store', text => {
  for (const source of [text, cleanGuideText(text)])
    expect(parseGuide(source).filter(block => 'path' in block)).toEqual([])
})

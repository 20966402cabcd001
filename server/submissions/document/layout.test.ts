import sharp from 'sharp'
import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { renderPdf, stopRenderers } from '../../lib/pdf/render.ts'
import { qrCode } from '../../lib/pdf/template.ts'
import { answering, type ReadPdf, readPdf, sampleSubmission } from '../../test/sampleDocument.ts'
import { type SubmissionDocument, submissionTemplate } from './submissionDocument.ts'

afterAll(stopRenderers)

async function render(document: SubmissionDocument, pictures?: Record<string, Uint8Array>) {
  return readPdf(await renderPdf(submissionTemplate, document, pictures))
}

function plainPicture(background: string, { width = 640, height = 480 } = {}) {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** How far from the left the last piece with each of these words begins. */
function placesOf(pieces: ReadPdf['pieces'], words: string[]): number[] {
  return words.map(wanted => {
    const piece = pieces.findLast(each => each.words.includes(wanted))
    if (!piece) throw new Error(`No piece of text has "${wanted}"`)
    return piece.left
  })
}

test('a submission says who, what and when, its score, what failed and every answer', async () => {
  const { text, pages } = await render(sampleSubmission)

  expect(pages).toBe(1)
  for (const words of [
    'Greenfield Farm',
    'Dairy cow welfare visit',
    'Anna Kovács',
    '20 November 2026 at 14:32',
    'Barn 2 · Milking herd',
    '82%',
    'Needs attention',
    '41 / 50',
    'No water',
    'Repair the trough',
    '18 / 20',
    'Kneel for twenty seconds',
    'Fan 3 is loud',
    '<not_answered>',
    'Page 1 of 1',
    'Not a certified protocol',
  ])
    expect.soft(text).toContain(words)
  expect(text.indexOf('Is there clean water?')).toBeLessThan(text.indexOf('Is the lying area dry?'))
})

test('it is PDF/A-2b on A4 with a title, and all of its faces are in it', async () => {
  const { source } = await render(sampleSubmission)

  expect(source).toContain('<pdfaid:part>2</pdfaid:part>')
  expect(source).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
  expect(source).toContain('Dairy cow welfare visit · Greenfield Farm'.replace('·', '\u00C2\u00B7'))
  expect(source).toMatch(/\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/)
  expect(source.match(/\/Type \/FontDescriptor/g)).toHaveLength(source.match(/\/FontFile2 /g)?.length ?? 0)
})

test('markup in the data is text', async () => {
  const typed = '#import "x" *bold* _it_ $x^2$ #panic() = H // c `raw` <label> @ref \\ [b] #{1+1}'
  const { text } = await render({
    ...answering({ question: typed, answer: typed, note: typed, hint: typed }),
    person: typed,
    company: { name: typed },
  })

  expect(text.split('#import "x" *bold* _it_ $x^2$').length - 1).toBeGreaterThanOrEqual(6)
  expect(text).toContain('`raw` <label> @ref \\ [b] #{1+1}')
})

test('a Hungarian submission has its ő and ű', async () => {
  const { text } = await render({
    ...answering({ question: 'Gyűlik-e az ammónia?', answer: 'Szellőző működik, árvíztűrő tükörfúrógép' }),
    language: 'hu',
    person: 'Szűcs Győző',
    form: { name: 'Őszi ŰRLAP', version: 1 },
  })

  for (const words of ['Gyűlik-e az ammónia?', 'árvíztűrő tükörfúrógép', 'Szűcs Győző', 'Őszi ŰRLAP'])
    expect.soft(text).toContain(words)
})

test('an Arabic submission is mirrored, and its letters can be searched', async () => {
  const arabic: SubmissionDocument = {
    ...answering({ question: 'من كان حاضرًا؟', answer: 'محمد' }, { question: 'هاتف', answer: '+36 30 123 4567' }),
    language: 'ar',
    direction: 'rtl',
    labels: { ...sampleSubmission.labels, title: 'مُرسَل', page: 'صفحة {page} من {pages}' },
    company: { name: 'مزرعة' },
  }
  const middle = 595 / 2
  const { pieces, text } = await render(arabic)
  const company = pieces.find(piece => piece.words.includes('مزرعة'))
  const answer = pieces.find(piece => piece.words === 'محمد')
  const question = pieces.find(piece => piece.words.includes('هاتف'))
  const english = (await render(sampleSubmission)).pieces.find(piece => piece.words === 'Greenfield Farm')

  expect(english?.right).toBeLessThan(middle)
  expect(company?.left).toBeGreaterThan(middle)
  expect(question?.left).toBeGreaterThan(middle)
  expect(answer?.right).toBeLessThan(middle)
  const [page = 0, of = 0] = placesOf(pieces, ['صفحة', 'من'])
  expect(page).toBeGreaterThan(of)
  expect(text).toContain('+36 30 123 4567')
  expect(text).toContain('مُرسَل')
})

test('a share of animals in Arabic begins at the right', async () => {
  const share = `${new Intl.NumberFormat('ar-u-nu-latn', { style: 'percent' }).format(0.5)} (1 من 2)`
  const { pieces } = await render({
    ...answering({ question: 'العرج', answer: share }),
    language: 'ar',
    direction: 'rtl',
  })
  const [percent = 0, of = 0] = placesOf(pieces, ['50', 'من'])
  expect(percent).toBeGreaterThan(of)
})

test('an Arabic name in an English submission keeps its place in the line', async () => {
  const { pieces } = await render(answering({ question: 'Who was there?', answer: 'Anna, محمد علي, Dr. Weiß' }))
  const places = placesOf(pieces, ['Anna', 'محمد علي', 'Dr. Weiß'])

  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('twenty pictures stand with their captions, each its own', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
  const pictures = Object.fromEntries(
    await Promise.all(names.map(async (name, i) => [name, await plainPicture(`rgb(${i * 12}, 80, 160)`)] as const)),
  )
  const entries = names.map((name, index) => (index === 4 ? { name, caption: 'The trough' } : { name }))
  const pdf = await renderPdf(
    submissionTemplate,
    answering({ question: 'All places', answer: '20', pictures: entries }),
    pictures,
  )
  const { text, source } = await readPdf(pdf)

  expect(source.match(/\/Subtype \/Image/g)).toHaveLength(20)
  expect(pdf.length).toBeLessThan(1_000_000)
  for (const caption of ['Photo 4', 'The trough', 'Photo 6', 'Photo 20']) expect.soft(text).toContain(caption)
  expect(text).not.toContain('Photo 5')
})

test('a broken or absent picture is a box that says so, between the others', async () => {
  const whole = await plainPicture('#c2410c')
  const pictures = { whole, broken: Buffer.from('not a picture'), cut: whole.subarray(0, 200) }
  const { text, source } = await render(
    answering({
      question: 'Places',
      answer: 'Four',
      pictures: ['whole', 'broken', 'cut', 'absent'].map(name => ({ name })),
    }),
    pictures,
  )

  expect(text.match(/<picture_missing>/g)).toHaveLength(3)
  expect(source.match(/\/Subtype \/Image/g)).toHaveLength(1)
})

test('a picture comes upright, small enough for print, without its metadata', async () => {
  const phone = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#c2410c' } })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  const document = answering({ question: 'Place', answer: 'One', pictures: [{ name: 'phone' }] })
  const pdf = await renderPdf(submissionTemplate, document, { phone })
  const [image] = await extractImages(await getDocumentProxy(new Uint8Array(pdf)), 1)

  expect(image).toMatchObject({ width: 533, height: 800 })
  expect(Buffer.from(pdf).includes('secret place')).toBe(false)
})

test('the same name is another picture in the next document', async () => {
  const document = answering({ question: 'Place', answer: 'One', pictures: [{ name: 'photo' }] })
  const colours = []
  for (const background of ['rgb(255, 0, 0)', 'rgb(0, 0, 255)']) {
    const pdf = await renderPdf(submissionTemplate, document, { photo: await plainPicture(background) })
    const [image] = await extractImages(await getDocumentProxy(new Uint8Array(pdf)), 1)
    colours.push(Array.from(image?.data.slice(0, 3) ?? []).map(value => Math.round(value / 255)))
  }

  expect(colours).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ])
})

test('two hundred answers run over pages that name their section', async () => {
  const answers = Array.from({ length: 200 }, (_, index) => ({ question: `Question ${index + 1}.`, answer: 'Yes' }))
  const { text, pages } = await render(answering(...answers))

  for (const { question } of answers) expect.soft(text).toContain(question)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  expect(text.match(/Dairy cow welfare visit · Housing/g)).toHaveLength(pages - 1)
})

test('very long words and texts stay on the paper', async () => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)
  const lines = Array.from({ length: 150 }, (_, index) => `line${index}.`).join('\n')
  const { pieces, text } = await render({
    ...answering(
      { question: word, hint: word, answer: word, tone: 'stop', note: word },
      { question: 'Lines', answer: lines, tone: 'attention' },
    ),
    form: { name: word, version: 1, note: word },
    person: word,
    subjects: [word],
  })

  for (const { left, right } of pieces) {
    expect.soft(left).toBeGreaterThan(45)
    expect.soft(right).toBeLessThan(550)
  }
  expect(text).toContain('line149.')
})

test('a document without score, findings, subjects and answers is still one', async () => {
  const { pages } = await render({ ...sampleSubmission, score: null, findings: [], subjects: [], sections: [] })

  expect(pages).toBe(1)
})

test('a long word of the band is made smaller instead of broken, and no points are said where none count', async () => {
  const band = { percent: 67, percentText: '67 %', band: 'attention', bandLabel: 'Braucht Aufmerksamkeit' } as const
  const { pieces, text } = await render({ ...sampleSubmission, score: { ...band, points: '' } })
  expect(pieces.map(({ words }) => words).join('|')).toContain('Aufmerksamkeit')
  expect(text).not.toContain('Points')
})

/** Answers of one line each, the last of which are near the end of the first page. */
const nearTheEnd = [18, 20, 21, 22, 23, 24, 25, 26].map(count =>
  Array.from({ length: count }, () => ({ question: 'Is it dry?', answer: 'Yes' })),
)

/** The number of the page on which words are. */
async function pagesOf(pdf: Uint8Array): Promise<(words: string) => number> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return words => text.findIndex(page => page.includes(words))
}

test('the name of a row is on the page of its first answer, wherever that page ends', async () => {
  const row = [
    { question: 'Row 1', answer: '', heading: 1 as const },
    { question: 'Its first', answer: 'Yes' },
  ]
  const pages: number[] = []
  for (const before of nearTheEnd) {
    const pageOf = await pagesOf(await renderPdf(submissionTemplate, answering(...before, ...row)))
    expect(pageOf('Row 1'), `after ${before.length} answers`).toBe(pageOf('Its first'))
    pages.push(pageOf('Row 1'))
  }
  expect(new Set(pages)).toEqual(new Set([0, 1]))
})

test('the seal is on the page of the last answer, wherever that page ends', async () => {
  const code = qrCode('https://tend.example/verify')
  const check = { title: 'Check this', text: 'That nothing was changed.', address: 'tend.example', code }
  const seal = { key: 'Key', missing: 'Some characters cannot be printed', check }
  const last = { question: 'The last', answer: 'Yes' }
  const pages: number[] = []
  for (const before of nearTheEnd) {
    const pageOf = await pagesOf(await renderPdf(submissionTemplate, answering(...before, last), {}, seal))
    expect(pageOf(check.title), `after ${before.length} answers`).toBe(pageOf('The last'))
    pages.push(pageOf(check.title))
  }
  expect(new Set(pages)).toEqual(new Set([0, 1]))
})

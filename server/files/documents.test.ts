/** Files that are no pictures: what is taken, what is refused, and how they are handed out again. */
import { strToU8, zipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { type FileEnding, fileKinds, largestFile } from '#shared/lib/fileKinds.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { ask, form as formWith } from '#testing/forms/scenarios/language.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { fetchFile } from '../test/files.ts'
import { company } from '../test/people.ts'
import { attach, begin, photo } from '../test/submissions.ts'

afterAll(stopRenderers)

async function farmWithDraft() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const definition = formWith(ask('file', 'paper'), ask('photo', 'view'))
  const { id } = await boss.call(forms.create, { name: { en: 'Delivery' }, definition })
  const draft = await begin(hand, await boss.call(forms.publish, { id }))
  return { farm, boss, hand, draft }
}

const packed = (files: Record<string, string>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, [strToU8(text), { level: 0 as const }]])),
    ),
  )
const officeFile = (part: string, type: string) =>
  packed({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types ' +
      `xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ` +
      `ContentType="${type}.main+xml"/></Types>`,
    [part]: '<x/>',
  })
const openFile = (ending: 'odt' | 'ods' | 'odp') => packed({ mimetype: fileKinds[ending], 'content.xml': '<x/>' })
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

/** The first page of a stream in Ogg, whose sound says first what it is. */
const inOgg = (head: string) =>
  Buffer.concat([
    Buffer.from('4f67675300020000000000000000010000000000000000000000011e', 'hex'),
    Buffer.from(head, 'latin1'),
    Buffer.alloc(64),
  ])
const film = (brand: string) =>
  Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}iso2`, 'latin1'), Buffer.alloc(64)])

const recordings = {
  mov: film('qt  '),
  '3gp': film('3gp4'),
  m4a: film('M4A '),
  mp3: Buffer.concat([Buffer.from('49443304000000000000fffb9064', 'hex'), Buffer.alloc(413)]),
  aac: Buffer.concat([Buffer.from('fff15080017ffc', 'hex'), Buffer.alloc(64)]),
  ogg: inOgg('\x01vorbis'),
  opus: inOgg('OpusHead'),
  amr: Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(64)]),
  wav: Buffer.concat([Buffer.from('RIFF\x60\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(84)]),
}

const documents: Record<FileEnding, Buffer> = {
  ...recordings,
  pdf: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n', 'latin1'),
  docx: officeFile('word/document.xml', fileKinds.docx),
  xlsx: officeFile('xl/workbook.xml', fileKinds.xlsx),
  pptx: officeFile('ppt/presentation.xml', fileKinds.pptx),
  odt: openFile('odt'),
  ods: openFile('ods'),
  odp: openFile('odp'),
  doc: compound,
  xls: compound,
  ppt: compound,
  txt: Buffer.from('Árvíztűrő\r\n\ttükörfúrógép'),
  csv: Buffer.from('tag;milk\r\nHU 1;20,5\r\n'),
  zip: packed({ 'a.txt': 'A' }),
  mp4: Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2', 'latin1'), Buffer.alloc(64)]),
  webm: Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    Buffer.alloc(64),
  ]),
}

test('recordings of phones are accepted by their bytes; sound in a film’s container stays sound', async () => {
  const { hand, draft } = await farmWithDraft()
  const given: [string, Buffer, string, string][] = [
    ['Memo.m4a', film('isom'), 'Memo.m4a', 'audio/mp4'],
    ['Memo.m4a', film('3gp4'), 'Memo.m4a', 'audio/mp4'],
    ['memo', film('M4A '), 'memo.m4a', 'audio/mp4'],
    ['song.txt', Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]), 'song.mp3', 'audio/mpeg'],
    ['voice.oga', recordings.ogg, 'voice.ogg', 'audio/ogg'],
    ['page.m4a', Buffer.from('<script>alert(1)</script>'), 'page.txt', 'text/plain'],
  ]
  for (const [name, content, kept, content_type] of given) {
    const file = await attach(hand, draft, { question_id: 'paper', name, content })
    expect.soft(file, name).toMatchObject({ name: kept, content_type })
    expect.soft((await fetchFile(file.path, hand)).headers['content-disposition'], name).toMatch(/^attachment/)
  }
})

test('documents, tables, texts and recordings are stored byte by byte and only offered for saving', async () => {
  const { hand, boss, draft } = await farmWithDraft()
  for (const [ending, content] of Object.entries(documents)) {
    const name = `Note (Dora's).${ending.toUpperCase()}`
    const file = await attach(hand, draft, { question_id: 'paper', name, content })
    expect.soft(file, ending).toMatchObject({
      ...{ name: `Note (Dora's).${ending}`, content_type: fileKinds[ending as FileEnding], size: content.length },
      ...{ width: null, height: null },
    })
    const answer = await fetchFile(file.path, hand)
    expect.soft(answer.rawPayload.equals(content), ending).toBe(true)
    expect.soft(answer.headers, ending).toMatchObject({
      'content-disposition': `attachment; filename*=UTF-8''Note%20%28Dora%27s%29.${ending}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect.soft((await fetchFile(file.path, boss)).statusCode, ending).toBe(404)
  }
})

test('a page or script is text under any name, and unknown kinds are refused', async () => {
  const { hand, draft } = await farmWithDraft()
  const page = await attach(hand, draft, {
    ...{ question_id: 'paper', name: 'page.html', content: Buffer.from('<!doctype html><script>alert(1)</script>') },
  })
  expect(page).toMatchObject({ name: 'page.txt', content_type: 'text/plain' })

  const refused: Record<string, Buffer> = {
    'tool.exe': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
    'note.pdf': Buffer.from([1, 2, 3, 4, 5]),
    'macro.xlsm': officeFile('xl/workbook.xml', 'application/vnd.ms-excel.sheet.macroEnabled'),
    'setup.msi': compound,
    'empty.txt': Buffer.alloc(0),
    'drawing.svg': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  }
  for (const [name, content] of Object.entries(refused)) {
    const input = { id: draft.id, question_id: 'paper', uuid: crypto.randomUUID() }
    expect
      .soft(await hand.refused(submissions.attach, input, { file: { name, content } }), name)
      .toMatchObject({ status: 415, code: 'file_type_refused' })
  }
})

test('a document answers a file question only, and none is larger than 10 MB; a picture answers both', async () => {
  const { hand, draft } = await farmWithDraft()
  const file = { name: 'note.pdf', content: documents.pdf }
  const input = { id: draft.id, question_id: 'view', uuid: crypto.randomUUID() }
  expect(await hand.refused(submissions.attach, input, { file })).toMatchObject({ status: 415 })
  const huge = { name: 'note.pdf', content: Buffer.concat([documents.pdf, Buffer.alloc(largestFile)]) }
  expect(await hand.refused(submissions.attach, { ...input, question_id: 'paper' }, { file: huge })).toMatchObject({
    status: 413,
  })
  expect(await attach(hand, draft, { question_id: 'paper', content: await photo() })).toMatchObject({ width: 40 })
})

test('a document is printed by name and size, without room for a picture', async () => {
  const { hand, draft } = await farmWithDraft()
  const content = Buffer.concat([documents.pdf, Buffer.alloc(2_345_678, ' ')])
  const { uuid, name } = await attach(hand, draft, { question_id: 'paper', name: 'Delivery note.pdf', content })
  await hand.call(submissions.complete, { id: draft.id, answers: { paper: { value: [{ uuid, name }] } } })

  const { rawPayload } = await hand.send(submissions.pdf, { id: draft.id }, { lang: 'en' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  expect(text).toContain('Delivery note.pdf (2.3 MB)')
  expect(text).not.toContain('cannot be shown')
})

/**
 * What labels, choices, titles, hints and answers begin with is read as it was written: on paper, in exports and in
 * XLSForms.
 */
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { exports } from '#shared/exports/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { guides } from '#shared/guides/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { begin } from '../test/submissions.ts'

afterAll(stopRenderers)

const stables = ['1. istálló', '2. istálló', '- 18 °C', '+ 18 °C', '# jel', '3*4*5 cm']
const choices = stables.map((label, at) => ({ id: `c${at}`, label: { en: label } }))

const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'all',
      title: { en: '3. Round' },
      hint: { en: '4) Slowly' },
      questions: [
        { type: 'text', id: 'seen', label: { en: '12. How many?' }, hint: { en: '- at the door' } },
        { type: 'multiple_choice', id: 'where', label: { en: '+ Where?' }, choices },
        { type: 'number', id: 'warm', label: { en: '# of ${seen}' } },
        {
          type: 'yes_no',
          id: 'well',
          label: { en: '7. Is ${seen} well?' },
          good: 'yes',
          critical: true,
          required: true,
        },
        { type: 'instruction', id: 'note', label: { en: '5. Read' }, body: { en: '8. Wash\n9. Dry' } },
      ],
    },
  ],
}

const wordsOf = async (pdf: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(/\s+/g, ' ')

test('numbers and signs at the beginning of a line stand on paper, in exports and in an XLSForm', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, definition)
  const { id } = await begin(hand, form)
  const answers = {
    seen: { value: '2. *pen* - 5' },
    where: { value: choices.map(choice => choice.id) },
    warm: { value: -18 },
    well: { value: 'no' },
  }
  await hand.call(submissions.complete, { id, answers })

  const sealed = await wordsOf((await boss.send(submissions.pdf, { id })).rawPayload)
  for (const words of [
    ...['3. Round', '12. How many?', '- at the door', '+ Where?', '# of 2. *pen* - 5', '7. Is 2. *pen* - 5 well?'],
    ...stables,
  ])
    expect.soft(sealed).toContain(words)

  const empty = await wordsOf((await boss.send(forms.pdf, { id: form.id })).rawPayload)
  for (const words of [
    '3. Round',
    '4) Slowly',
    '12. How many?',
    '- at the door',
    '+ Where?',
    '5. Read',
    '8. Wash',
    '9. Dry',
  ])
    expect.soft(empty).toContain(words)
  for (const words of stables) expect.soft(empty).toContain(words)

  const sheet = (await boss.send(exports.stream, { format: 'csv', form_id: form.id })).rawPayload.toString()
  for (const words of ['12. How many?', '+ Where?', '7. Is', ...stables]) expect.soft(sheet).toContain(words)

  const file = (await boss.send(forms.exportFile, { id: form.id })).rawPayload
  const { form: back } = await boss.call(
    forms.importFile,
    {},
    { file: { name: 'form.xlsx', content: Buffer.from(file) } },
  )
  expect(back.draft).toEqual(form.published?.definition)
})

test('a guide keeps the numbers of its lists on paper', async () => {
  const boss = await (await company()).manager()
  const body = { hu: '## 1. rész\n\n2026. november 28.\n\nSzöveg\n\n3. harmadik\n4. negyedik\n\n7) hetedik' }
  const { id } = await boss.call(guides.create, { title: { hu: '12. Tűz' }, body, default_language: 'hu' })
  await boss.call(guides.publish, { id })
  const paper = await wordsOf((await boss.send(guides.pdf, { id }, { lang: 'hu' })).rawPayload)
  for (const words of ['12. Tűz', '1. rész', '2026. november 28.', '3. harmadik', '4. negyedik', '7) hetedik'])
    expect.soft(paper).toContain(words)
})

import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { copyFormat } from '#shared/submissions/delivery.ts'
import { readCopy } from './readCopy.ts'

const copied = (answers: object, subjects: object[] = []) => ({
  ...{
    format: copyFormat,
    uuid: crypto.randomUUID(),
    company_id: 1,
    form_id: 2,
    version: 1,
    form_name: { en: 'Round' },
  },
  ...{ payload_version: 1, written_by: { id: 3, name: 'Anna' }, began_at: '2026-11-20T06:00:00.000Z' },
  ...{ completed_at: null, device_time: null, reason: null, subjects, content: { answers, removed: [] }, files: [] },
})
const zipped = (form: object) =>
  new File([zipSync({ 'round/answers.json': new TextEncoder().encode(JSON.stringify(form)) }) as BlobPart], 'copy.zip')

test('rows that only the phone had are named in the note, and all the rest of the copy can be brought in', async () => {
  const form = copied(
    {
      lame: {
        value: [
          { id: 7, name: 'Ewe 7' },
          { id: -5, name: 'Ewe 12' },
        ],
        note: 'Both limp',
      },
      sire: { value: [{ id: -6, name: 'Ram 2' }] },
      well: { value: 'no' },
    },
    [
      { type: 'animal', id: -5, name: 'Ewe 12' },
      { type: 'animal', id: 7, name: 'Ewe 7' },
    ],
  )
  const { forms, others } = await readCopy(zipped(form), names => `Not in the register: ${names}`)
  expect(others).toBe(0)
  expect(forms[0]?.form).toMatchObject({
    uuid: form.uuid,
    subjects: [{ type: 'animal', id: 7, name: 'Ewe 7' }],
    content: {
      answers: {
        lame: { value: [{ id: 7, name: 'Ewe 7' }], note: 'Both limp\nNot in the register: Ewe 12' },
        sire: { note: 'Not in the register: Ram 2' },
        well: { value: 'no' },
      },
    },
  })
  expect(forms[0]?.form.content.answers.sire).not.toHaveProperty('value')
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { company } from '../test/people.ts'

const reused = { status: 409, code: 'idempotency_key_reused' }

test('another file under the key is another request', async () => {
  const boss = await (await company()).manager()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const uuid = crypto.randomUUID()
  const picture = async (background: string) => ({
    name: 'ear.png',
    content: await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  })
  const file = await picture('orange')
  const first = await boss.call(forms.addPicture, { uuid }, { file, headers })

  expect(await boss.call(forms.addPicture, { uuid }, { file, headers })).toEqual(first)
  expect(await boss.refused(forms.addPicture, { uuid }, { file: await picture('blue'), headers })).toMatchObject(reused)
})

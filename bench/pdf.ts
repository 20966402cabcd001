/** The PDF of a submission with twenty photos, asked of the real server: the first after its start, and those that follow. */
import sharp from 'sharp'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { type Caller, manager, signIn, startDemo, worker } from './demo.ts'
import type { Row } from './row.ts'
import { median } from './statistics.ts'

const photos = 20
const coldRounds = 3
const warmRounds = 8

const form: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'pens',
      title: { en: 'The pens' },
      questions: Array.from({ length: photos / 2 }, (_, pen) => ({
        id: `pen_${pen}`,
        type: 'photo' as const,
        label: { en: `How does pen ${pen + 1} look?` },
      })),
    },
  ],
}

type Times = { cold: number[]; warm: number[] }

export async function measure(): Promise<Row[]> {
  const ids = await prepare()
  const [pictured, plain]: [Times, Times] = [
    { cold: [], warm: [] },
    { cold: [], warm: [] },
  ]
  for (let round = 0; round < coldRounds; round++)
    for (const [times, id] of [
      [pictured, ids.pictured],
      [plain, ids.plain],
    ] as const) {
      await using tend = await startDemo()
      const { call } = await signIn(tend.address, worker)
      times.cold.push(await timeToPdf(call, id))
      for (let warm = 0; warm < warmRounds; warm++) times.warm.push(await timeToPdf(call, id))
    }
  const row = (what: string, kind: keyof Times): Row => ({
    what: `PDF of a submission with ${photos} photos, ${what}`,
    unit: 'ms',
    measured: median(pictured[kind]),
    baseline: { what: 'the same without photos', value: median(plain[kind]) },
    budget: { on: 'measured', atMost: 1000 },
  })
  return [row('the first after a start', 'cold'), row('one of many', 'warm')]
}

async function timeToPdf(call: Caller, id: number): Promise<number> {
  const started = performance.now()
  await call(submissions.pdf, { id })
  return performance.now() - started
}

/** Two submissions of one form, with and without photos. */
async function prepare(): Promise<{ pictured: number; plain: number }> {
  await using tend = await startDemo()
  const boss = await signIn(tend.address, manager)
  const hand = await signIn(tend.address, worker)
  const draft = await boss.call(forms.create, { name: { en: 'Photos of the pens' }, definition: form })
  await boss.call(forms.publish, { id: draft.id })
  const begin = () => hand.call(submissions.create, { form_id: draft.id, uuid: crypto.randomUUID() })
  const [pictured, plain] = [await begin(), await begin()]
  const content = await photo()
  const answers: Record<string, { value: { uuid: string }[] }> = {}
  for (let index = 0; index < photos; index++) {
    const [uuid, question] = [crypto.randomUUID(), `pen_${index % (photos / 2)}`]
    await hand.call(submissions.attach, { id: pictured.id, uuid, question_id: question }, { name: 'pen.jpg', content })
    answers[question] = { value: [...(answers[question]?.value ?? []), { uuid }] }
  }
  await hand.call(submissions.complete, { id: pictured.id, answers })
  await hand.call(submissions.complete, { id: plain.id, answers: {} })
  return { pictured: pictured.id, plain: plain.id }
}

/** As large as tend keeps them, with as much in it as a photo of a barn. */
const photo = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 2560,
      height: 1920,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()

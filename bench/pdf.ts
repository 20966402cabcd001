/**
 * The PDF of a submission with twenty photos, asked of the real server: made as the first after its start, made when
 * the server is warm, and asked for again.
 */
import sharp from 'sharp'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import type { Row } from './row.ts'
import { type Caller, manager, signIn, startDemo, worker } from './rows/demo.ts'
import { median } from './statistics.ts'

const photos = 20
/**
 * Each is printed once as the first after a start, as many as that besides as ones that nobody printed before, and all
 * once more.
 */
const starts = 2
const firstMade = 4

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

type Times = { cold: number[]; first: number[]; kept: number[] }
const none = (): Times => ({ cold: [], first: [], kept: [] })

export async function measure(): Promise<Row[]> {
  const ids = await prepare()
  const times = { pictured: none(), plain: none() }
  for (let start = 0; start < starts; start++)
    for (const kind of ['pictured', 'plain'] as const) {
      await using tend = await startDemo()
      const { call } = await signIn(tend.address, worker)
      // No document is made twice: whatever was made before is kept, and would be read from the store.
      const [cold = 0, ...others] = ids[kind].splice(0, 1 + firstMade)
      times[kind].cold.push(await timeToPdf(call, cold))
      for (const id of others) times[kind].first.push(await timeToPdf(call, id))
      for (const id of others) times[kind].kept.push(await timeToPdf(call, id))
    }
  const row = (what: string, kind: keyof Times, atMost: number): Row => ({
    what: `PDF of a submission with ${photos} photos, ${what}`,
    unit: 'ms',
    measured: median(times.pictured[kind]),
    baseline: { what: 'the same without photos', value: median(times.plain[kind]) },
    budget: { on: 'measured', atMost },
  })
  return [
    row('made as the first after a start', 'cold', 1000),
    row('made for the first time, warm', 'first', 150),
    row('asked for again', 'kept', 150),
  ]
}

async function timeToPdf(call: Caller, id: number): Promise<number> {
  const started = performance.now()
  await call(submissions.pdf, { id })
  return performance.now() - started
}

/** Submissions of one form, with and without photos; no two photos are the same. */
async function prepare(): Promise<{ pictured: number[]; plain: number[] }> {
  await using tend = await startDemo()
  const boss = await signIn(tend.address, manager)
  const hand = await signIn(tend.address, worker)
  const draft = await boss.call(forms.create, { name: { en: 'Photos of the pens' }, definition: form })
  await boss.call(forms.publish, { id: draft.id })
  const barn = await noise()
  const ids = { pictured: [] as number[], plain: [] as number[] }
  for (let index = 0; index < starts * (1 + firstMade); index++)
    for (const kind of ['pictured', 'plain'] as const) {
      const { id } = await hand.call(submissions.create, { form_id: draft.id, uuid: crypto.randomUUID() })
      const answers: Record<string, { value: { uuid: string }[] }> = {}
      for (let number = 0; kind === 'pictured' && number < photos; number++) {
        const [uuid, question_id] = [crypto.randomUUID(), `pen_${number % (photos / 2)}`]
        const content = await photo(barn, index * photos + number)
        await hand.call(submissions.attach, { id, uuid, question_id }, { name: 'pen.jpg', content })
        answers[question_id] = { value: [...(answers[question_id]?.value ?? []), { uuid }] }
      }
      await hand.call(submissions.complete, { id, answers })
      ids[kind].push(id)
    }
  return ids
}

const [width, height] = [2560, 1920]

/** As much as there is in a photo of a barn. */
const noise = (): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .blur(2)
    .raw()
    .toBuffer()

/** As large as tend keeps them, each of another brightness. */
const photo = (barn: Buffer, number: number): Promise<Buffer> =>
  sharp(barn, { raw: { width, height, channels: 3 } })
    .linear(1, (number % 200) - 100 + number / 1000)
    .jpeg({ quality: 85 })
    .toBuffer()

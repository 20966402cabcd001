/**
 * A person who works without a pause: writes down places, gives themselves tasks and completes them, fills in forms
 * with photos.
 */
import type { Answers } from '#shared/forms/answers/answers.ts'
import { goodAnswers, lameAnswers } from '../forms.ts'
import type { Caller } from './caller.ts'
import type { Random } from './random.ts'

/** What was acknowledged to a person. */
export type Ledger = {
  locations: Map<string, number>
  tasks: Map<string, number>
  submissions: Map<string, { id: number; isLame: boolean; photo: string | undefined }>
}

export type Work = {
  name: string
  userId: number
  formId: number
  photo: Buffer
  caller: Caller
  random: Random
  isOn: () => boolean
}

/** Works until it is told to stop, and ends what it began. */
export async function writeOn(work: Work): Promise<Ledger> {
  const ledger: Ledger = { locations: new Map(), tasks: new Map(), submissions: new Map() }
  for (let number = 0; work.isOn(); number++) {
    const act = work.random.pick([writeLocation, writeTask, writeSubmission])
    await act(work, ledger, `${work.name}.${number}`)
  }
  return ledger
}

async function writeLocation({ caller }: Work, { locations }: Ledger, name: string): Promise<void> {
  const key = crypto.randomUUID()
  const { id } = await caller.write('POST', '/location', { key, body: { name, type: 'pen' } }, 'created_at')
  locations.set(name, id)
}

async function writeTask({ caller, userId }: Work, { tasks }: Ledger, title: string): Promise<void> {
  const body = { title, assignees: [{ user_id: userId }] }
  const { id } = await caller.write('POST', '/task', { key: crypto.randomUUID(), body }, 'created_at')
  // Of what is open, this is due last.
  const sent = (await caller.read('/task/sent?sort=-due_at')).find(({ task_id }) => task_id === id)
  if (!sent) throw new Error(`${title} was acknowledged and has no occurrence.`)
  await caller.write('POST', `/task/sent/${sent.id}/complete`, { body: {} }, 'completed_at')
  tasks.set(title, id)
}

async function writeSubmission({ caller, formId, photo, random }: Work, { submissions }: Ledger): Promise<void> {
  const isLame = random.next() < 0.3
  const picture = random.next() < 0.3 ? crypto.randomUUID() : undefined
  const uuid = crypto.randomUUID()
  const { id } = await caller.write('POST', '/form/submission', { body: { form_id: formId, uuid } }, 'started_at')
  const path = `/form/submission/${id}`
  if (picture) {
    const fields = { uuid: picture, question_id: 'picture' }
    await caller.write('POST', `${path}/attachment`, { file: photo, fields })
  }
  const answers: Answers = {
    ...(isLame ? lameAnswers : goodAnswers),
    ...(picture && { picture: { value: [{ uuid: picture }] } }),
  }
  await caller.write('POST', `${path}/complete`, { body: { answers } }, 'completed_at')
  submissions.set(uuid, { id, isLame, photo: picture })
}

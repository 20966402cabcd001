/** Submissions for tests: begun, completed, with photos. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { FormDetail } from '#shared/forms/contract.ts'
import { type SubmissionDetail, type SubmissionFile, submissions } from '#shared/submissions/contract.ts'
import { memberships } from '../companies/table.ts'
import { formVersions } from '../forms/table.ts'
import { goodAnswers } from './forms.ts'
import { type Person, platform } from './people.ts'

type Beginning = Partial<{
  uuid: string
  version: number
  started_at: string
  task_sent_id: number
  subjects: SubmissionDetail['subjects']
}>

export const begin = (person: Person, form: FormDetail, beginning: Beginning = {}): Promise<SubmissionDetail> =>
  person.call(submissions.create, { form_id: form.id, uuid: crypto.randomUUID(), ...beginning })

/** Puts the publication of a form and a person's first day at work back by days, so that earlier work is believed. */
export async function inPast(form: { id: number }, { id }: { id: number }, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000)
  await platform(async db => {
    await db.update(formVersions).set({ publishedAt: at }).where(eq(formVersions.formId, form.id))
    await db.update(memberships).set({ joinedAt: at }).where(eq(memberships.userId, id))
  })
}

/** Begins and completes a submission. */
export async function complete(
  person: Person,
  form: FormDetail,
  answers: Answers = goodAnswers,
  beginning: Beginning = {},
): Promise<SubmissionDetail> {
  const { id } = await begin(person, form, beginning)
  return person.call(submissions.complete, { id, answers })
}

/** A picture of one colour, as a phone would send it. */
export const photo = (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer()

export async function attach(
  person: Person,
  submission: { id: number },
  file: Partial<{ uuid: string; question_id: string; name: string; content: Buffer }> = {},
): Promise<SubmissionFile> {
  const { uuid = crypto.randomUUID(), question_id = 'picture', name = 'pen.jpg', content = await photo() } = file
  return person.call(submissions.attach, { id: submission.id, uuid, question_id }, { file: { name, content } })
}

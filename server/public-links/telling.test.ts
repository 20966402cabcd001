/** What readers are told of a submission that nobody's name stands on. */
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { mailsTo } from '../test/mails.ts'
import { company } from '../test/people.ts'
import { filledIn, linkOf, visit } from '../test/visitors.ts'

afterAll(stopRenderers)

test('mails and paper say that it came by the public link, and how its sender can be reached', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, {
    ...penCheck,
    triggers: [{ id: 'tell', when: { on: 'critical' }, notify: { to: ['submitter', 'manager'] } }],
  })
  await visit(publicForms.submit, filledIn(await linkOf(boss, form), { answers: lameAnswers, contact: 'Anna\n0123' }))

  await expect.poll(() => mailsTo(boss.email), { timeout: 15_000 }).toHaveLength(2)
  const bodies = (await mailsTo(boss.email)).map(({ body }) => body.replace(/\s+/g, ' '))
  expect(bodies.filter(body => body.includes('Somebody filled in “Pen check” by its public link on'))).toHaveLength(2)

  const [found] = (await boss.call(submissions.list, {})).data
  const paper = await boss.send(submissions.pdf, { id: found?.id ?? 0 }, { lang: 'de' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(paper.rawPayload)), { mergePages: true })
  expect(text.normalize('NFKC').replace(/\s+/g, ' ')).toContain('Öffentlicher Link · Anna 0123')
})

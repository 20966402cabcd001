import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { type SubmissionDocument, submissionTemplate } from '../../submissions/document/submissionDocument.ts'
import { answering, readPdf, sampleSubmission } from '../../test/sampleDocument.ts'
import { renderPdf, startRenderer, stopRenderers } from './render.ts'

afterEach(stopRenderers)

/** The processes that this one started for PDFs, as the system lists them. */
function rendererProcesses(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(id => {
      try {
        const parent = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('rendererProcess')
        )
      } catch {
        return false
      }
    })
    .map(Number)
}

test('documents asked for at once come one after the other, each its own', async () => {
  const questions = Array.from({ length: 6 }, (_, index) => `Question number ${index}.`)
  const pdfs = await Promise.all(
    questions.map(question => renderPdf(submissionTemplate, answering({ question, answer: 'Yes' }))),
  )

  for (const [index, pdf] of pdfs.entries()) {
    const { text } = await readPdf(pdf)
    expect(questions.filter(question => text.includes(question))).toEqual([questions[index]])
  }
})

test('an input that the template refuses has a reason, and the next document is made', async () => {
  const { labels: _, ...unfinished } = sampleSubmission
  await expect(renderPdf(submissionTemplate, unfinished as SubmissionDocument)).rejects.toMatchObject({
    reason: 'failed',
    message: expect.stringContaining('labels'),
  })

  await expect(renderPdf(submissionTemplate, sampleSubmission)).resolves.toBeInstanceOf(Uint8Array)
})

test.runIf(process.platform === 'linux')('a renderer that dies loses its document only', async () => {
  await renderPdf(submissionTemplate, sampleSubmission)
  const [renderer = 0] = rendererProcesses()
  const lost = renderPdf(submissionTemplate, answering({ question: 'Lost', answer: 'Yes' }))
  const next = renderPdf(submissionTemplate, answering({ question: 'Next', answer: 'Yes' }))
  process.kill(renderer, 'SIGKILL')

  await expect(lost).rejects.toMatchObject({ reason: 'crashed' })
  expect((await readPdf(await next)).text).toContain('Next')
  expect(rendererProcesses()).not.toContain(renderer)
})

test.runIf(process.platform === 'linux')('a render over its time limit is ended, process and all', async () => {
  const renderer = startRenderer(1)
  await expect(
    renderer.render({ template: submissionTemplate.file, data: sampleSubmission, pictures: {}, seal: null }),
  ).rejects.toMatchObject({
    reason: 'too_slow',
  })

  expect(renderer.alive).toBe(false)
  expect(rendererProcesses()).toEqual([])
})

test('a full queue refuses at once, and stopping rejects what waits', async () => {
  const asked = Array.from({ length: 102 }, () =>
    renderPdf(submissionTemplate, sampleSubmission).then(
      () => 'rendered',
      error => error.reason,
    ),
  )
  expect(await asked.at(-1)).toBe('busy')
  await stopRenderers()

  const reasons = await Promise.all(asked)
  expect(reasons.filter(reason => reason === 'busy')).toHaveLength(1)
  expect(reasons.filter(reason => reason === 'stopped')).toHaveLength(101)
})

/**
 * Typing into a form of 200 questions on a slow phone, in the real filling screen: from the key to the frame that shows
 * the letter, against a field on an empty page. Even there a key waits for the next frame, half of one on average; so
 * the work of the page's one thread for each key stands beside it.
 */
import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { Question } from '#shared/forms/questions.ts'
import { openSlowPage, startBrowser } from './browser.ts'
import type { Row } from './row.ts'
import { manager, password, signIn, startDemo, worker } from './rows/demo.ts'
import { median, percentile } from './statistics.ts'

const questions = 200
const sentence = 'The trough in barn two is empty again, and the fan beside it is loud. '
/** As people type who are used to it. */
const pause = 100

const choices = ['Dry', 'Damp', 'Wet'].map(name => ({ id: name.toLowerCase(), label: { en: name } }))

/** Every kind of question in turn, all in one section: so all of them are on the screen. */
function questionOf(number: number): Question {
  const common = { id: `question_${number}`, label: { en: `Question ${number}` } }
  const kinds: Question[] = [
    { ...common, type: 'text' },
    { ...common, type: 'yes_no' },
    { ...common, type: 'single_choice', choices },
    { ...common, type: 'number' },
    { ...common, type: 'multiple_choice', choices },
  ]
  return kinds[number % kinds.length] ?? { ...common, type: 'text' }
}

const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'all',
      title: { en: 'All questions' },
      questions: Array.from({ length: questions }, (_, number) => questionOf(number)),
    },
  ],
}

type Keys = { toFrame: number; slow: number; work: number }

export async function measure(): Promise<Row[]> {
  await using tend = await startDemo()
  const form = await publishForm(tend.address)
  await using held = await startBrowser()
  const ours = await typeInto(held.browser, tend.address, async page => {
    await enter(page)
    await page.goto(`/submission/filling/new?form=${form}`)
    return page.getByRole('group', { name: /^Question 100(?!\d)/ }).getByRole('textbox')
  })
  const theirs = await typeInto(held.browser, tend.address, async page => {
    await page.setContent('<input>')
    return page.locator('input')
  })
  return [
    {
      what: `a key in a form of ${questions} questions to its frame, CPU slowed 4 times`,
      unit: 'ms',
      measured: ours.toFrame,
      baseline: { what: 'a field on an empty page', value: theirs.toFrame },
      budget: { on: 'measured', atMost: 16 },
    },
    {
      what: 'the same, one key in twenty takes longer (p95)',
      unit: 'ms',
      measured: ours.slow,
      baseline: { what: 'a field on an empty page', value: theirs.slow },
    },
    {
      what: `work of the page for each key there`,
      unit: 'ms',
      measured: ours.work,
      baseline: { what: 'a field on an empty page', value: theirs.work },
    },
  ]
}

async function publishForm(address: string): Promise<number> {
  const { call } = await signIn(address, manager)
  const { id } = await call(forms.create, { name: { en: 'Two hundred questions' }, definition })
  await call(forms.publish, { id })
  return id
}

async function enter(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await page.locator('input[autocomplete~="username"]').fill(worker)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/tasks')
}

/** Types a sentence into the field that a page opens, once to warm up and once to measure. */
async function typeInto(browser: Browser, address: string, open: (page: Page) => Promise<Locator>): Promise<Keys> {
  const { page, tools } = await openSlowPage(browser, address)
  const field = await open(page)
  await field.click({ timeout: 60_000 })
  await page.keyboard.type(sentence, { delay: pause })
  await tools.send('Performance.enable')
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    const { port1, port2 } = new MessageChannel()
    let pressed = 0
    // A message that is sent as a frame begins arrives when it is drawn.
    port1.onmessage = () => times.push(performance.now() - pressed)
    addEventListener(
      'keydown',
      event => {
        pressed = event.timeStamp
        requestAnimationFrame(() => port2.postMessage(null))
      },
      true,
    )
  })
  const before = await secondsOfWork(tools)
  await page.keyboard.type(sentence, { delay: pause })
  const work = ((await secondsOfWork(tools)) - before) * 1000
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
  await page.context().close()
  return { toFrame: median(times), slow: percentile(times, 0.95), work: work / sentence.length }
}

/** How long the page's thread has been busy. */
async function secondsOfWork(tools: CDPSession): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

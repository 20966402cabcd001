/** The forms in which an inspector writes: by keyboard alone, left and come back to, and refused by the server. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PassPage } from '#shared/passes/passPage.ts'
import { expectAccessible, show } from '../../../lib/componentTest.tsx'
import { changeLocale } from '../../../lib/i18n.ts'
import { RequestsProvider } from '../requests/RequestsProvider.tsx'
import { RequestsView } from '../requests/RequestsView.tsx'
import { WritingProvider } from './WritingProvider.tsx'
import { WrittenView } from './WrittenView.tsx'

const pass = {
  is_preview: false,
  kinds: [
    { kind: 'submission', count: 1, forms: [] },
    { kind: 'finding', count: 0, forms: [] },
  ],
} as unknown as PassPage
const record = {
  ...{ kind: 'submission', id: 12, title: 'Pen check', at: '2026-11-20T09:00:00.000Z', person: 'Worker 7K3Q' },
  ...{ subjects: ['North barn'], state: null, tone: null },
}
const nothing = { findings: [], picks: [], samples: [], closing: null, locations: [] }
const due = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const typedDue = due.split('-').reverse().join('/')

/** The requests that were sent, and the answers that calls get. */
let sent: [call: string, body: Record<string, unknown>][]
let answers: Record<string, () => Response>
let passId = 0

beforeEach(() => {
  sent = []
  answers = {}
  passId++
  const { fetch } = window
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const [, call = ''] = /\/passes\/mine\/\d+\/token([^?]*)/.exec(url) ?? []
    if (!url.includes('/passes/mine/')) return fetch(input, init)
    if (['/finding', '/request', '/closing', '/pick'].includes(call)) sent.push([call, JSON.parse(String(init?.body))])
    const told = answers[call]?.()
    if (told) return told
    if (call === '/written') return Response.json({ data: nothing })
    if (call === '/requests') return Response.json({ data: [] })
    if (call === '/records')
      return Response.json({ data: [record], meta: { total: 1, current_page: 1, last_page: 1, per_page: 25 } })
    return Response.json({ data: { uuid: 'a' } }, { status: 201 })
  })
})
afterEach(() => vi.restoreAllMocks())

const visiting = (view: React.ReactNode) => {
  const address = { id: String(passId), token: 'token', pin: null, endsAt: '2098-01-01T00:00:00.000Z' }
  const door = { address, onClosed: () => undefined }
  return (
    <WritingProvider pass={pass} address={address} onClosed={door.onClosed}>
      <RequestsProvider door={door}>{view}</RequestsProvider>
    </WritingProvider>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })
/** Goes on from field to field until one has the focus. */
async function tabTo(role: Parameters<typeof page.getByRole>[0], name: string): Promise<void> {
  const wanted = page.getByRole(role, { name })
  await expect.element(wanted).toBeVisible()
  for (let steps = 0; steps < 20 && document.activeElement !== wanted.element(); steps++) await userEvent.tab()
  await expect.element(wanted).toHaveFocus()
}

test('a finding is written and sent by keyboard alone', async () => {
  await show(visiting(<WrittenView />))
  await tabTo('button', 'Report a finding')
  await userEvent.keyboard('{Enter}')
  await tabTo('textbox', 'What is not right?')
  await userEvent.keyboard('The gate does not close')
  await tabTo('radio', 'Needs attention')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'Critical' })).toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Report', exact: true })).toBeDisabled()
  await tabTo('textbox', 'Due')
  await userEvent.keyboard(typedDue)
  await tabTo('button', 'Add a photo')
  await expectAccessible()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await tabTo('button', 'Report')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toHaveLength(1)
  const expected = { text: 'The gate does not close', severity: 'critical', due_on: due, kind: null, record_id: null }
  expect(sent[0]).toEqual(['/finding', expect.objectContaining({ ...expected, photo_uuids: [] })])
  // The form is closed, and the next one begins empty.
  await page.getByRole('button', { name: 'Report a finding' }).click()
  await expect.element(field('What is not right?')).toHaveValue('')
})

test('what was typed is there again after a reload, until it is sent', async () => {
  const reload = await show(visiting(<WrittenView />))
  await page.getByRole('button', { name: 'Report a finding' }).click()
  await field('What is not right?').fill('The gate does not close')
  await page.getByRole('radio', { name: 'Critical' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Closing note' }).click()
  await field('Closing note').fill('All in order')
  await field('Name').fill('Dr Vet')
  reload()
  await page.getByRole('button', { name: 'Closing note' }).click()
  await expect.element(field('Closing note')).toHaveValue('All in order')
  await expect.element(field('Name')).toHaveValue('Dr Vet')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Report a finding' }).click()
  await expect.element(field('What is not right?')).toHaveValue('The gate does not close')
  await expect.element(page.getByRole('radio', { name: 'Critical' })).toBeChecked()
  expect(sent).toEqual([])
})

test('a request of the visit picks a record of the pass, and is not sent while one is missing', async () => {
  await show(visiting(<RequestsView />))
  await page.getByRole('button', { name: 'Request evidence' }).click()
  await field('What do you need?').fill('The invoice')
  const send = page.getByRole('button', { name: 'Send request' })
  await expect.element(send).toBeEnabled()
  await page.getByRole('combobox', { name: 'About' }).selectOptions('Submissions')
  await expect.element(send).toBeDisabled()
  await tabTo('combobox', 'Record')
  await userEvent.keyboard('Pen')
  await expect.element(page.getByRole('option', { name: /^Pen check · 20 Nov 2026 · North barn$/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expectAccessible()
  await send.click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toEqual([
    '/request',
    expect.objectContaining({ words: 'The invoice', kind: 'submission', record_id: 12, due_on: null }),
  ])
})

test.each([
  ['en', 'Report a finding', 'What is not right?', 'Due', 'Report', 'The closing note is signed.'],
  [
    'de',
    'Befund melden',
    'Was ist nicht in Ordnung?',
    'Zu beheben bis',
    'Melden',
    'Die Abschlussnotiz ist unterschrieben.',
  ],
  ['ar', 'تسجيل مشكلة', 'ما المشكلة؟', 'آخر موعد للتصحيح', 'تسجيل', 'وُقّعت الملاحظة الختامية.'],
] as const)(
  'what the server refuses stays, with the reason in the language: %s',
  async (language, add, text, dueBy, report, reason) => {
    answers['/finding'] = () => Response.json({ code: 'pass_closed', message: 'The note is signed' }, { status: 409 })
    await show(visiting(<WrittenView />))
    await changeLocale(language)
    onTestFinished(async () => void (await changeLocale('en')))
    await page.getByRole('button', { name: add }).click()
    await field(text).fill('The gate')
    await field(dueBy).fill(language === 'de' ? typedDue.replaceAll('/', '.') : typedDue)
    await page.getByRole('form').getByRole('button', { name: report, exact: true }).click()
    const entry = page.getByRole('listitem').filter({ hasText: 'The gate' })
    await expect.element(entry.getByText(reason, { exact: false })).toBeVisible()
    await expectAccessible()
    // It was tried once: the same would be refused again.
    expect(sent).toHaveLength(1)
  },
)

test('without a network a finding waits on the device, and is sent when there is one', async () => {
  answers['/finding'] = () => {
    throw new TypeError('Failed to fetch')
  }
  await show(visiting(<WrittenView />))
  await page.getByRole('button', { name: 'Report a finding' }).click()
  await field('What is not right?').fill('The gate')
  await field('Due').fill(typedDue)
  await page.getByRole('form').getByRole('button', { name: 'Report', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  delete answers['/finding']
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('heading', { name: 'Not sent yet' })).not.toBeInTheDocument()
  expect(new Set(sent.map(([, { uuid }]) => uuid)).size).toBe(1)
})

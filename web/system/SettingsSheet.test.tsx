import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type SettingGroup, type SettingName, settingNames } from '#shared/lib/settingNames.ts'
import type { Setting } from '#shared/system/health.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { SettingsSheet } from './SettingsSheet.tsx'

const there = vi.hoisted(() => ({ settings: [] as unknown[], sent: [] as unknown[], refusal: null as object | null }))

vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, _: string, { body }: { body?: object } = {}) => {
    if (method === 'GET') return Response.json({ data: { areas: [], details: [], settings: there.settings } })
    there.sent.push(body)
    if (there.refusal) throw await RequestError.of(Response.json(there.refusal, { status: 422 }))
    return Response.json({ data: null })
  }),
}))

const setting = (name: SettingName, more: Partial<Setting> = {}): Setting => ({
  ...{ name, value: null, is_set: false, from: 'default', needs_restart: false, is_unused: false },
  ...more,
})

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Ann', company_id: null, role_id: 1, time_zone: 'UTC', language_id: 1 }),
  )
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: 'manage', subject: 'all' }]))
  Object.assign(there, { settings: settingNames.map(name => setting(name)), sent: [], refusal: null })
})

const having = (...known: Setting[]) => {
  there.settings = settingNames.map(name => known.find(one => one.name === name) ?? setting(name))
}

const sheet = (group: SettingGroup) =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SettingsSheet group={group} title="Settings" onClosed={() => undefined} />
    </QueryClientProvider>,
  )

test('a mail server is typed as server, user and password, and only what was typed is sent', async () => {
  having(setting('SMTP_URL', { value: 'smtp://anna@old.example:587', is_set: true, from: 'page' }))
  await page.viewport(390, 844)
  await sheet('email')
  await expect.element(page.getByLabelText('Email server')).toHaveValue('old.example:587')
  await expect.element(page.getByLabelText('User name')).toHaveValue('anna')
  await expectAccessible()
  await page.getByLabelText('Email server').fill('smtp.farm.example:465')
  await page.getByLabelText('Password', { exact: true }).fill('two words')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => there.sent)
    .toEqual([{ changes: [{ name: 'SMTP_URL', value: 'smtps://anna:two%20words@smtp.farm.example:465' }] }])
})

test('what the environment sets is disabled and says so, and a refusal is at its field', async () => {
  having(
    setting('BACKUP_HOUR', { value: '3', is_set: true, from: 'environment' }),
    setting('BACKUP_PASSPHRASE', { is_set: true, from: 'page' }),
    setting('BACKUP_DIR', { value: '/mnt/disk', is_set: true, from: 'page', needs_restart: true }),
  )
  await page.viewport(390, 844)
  await sheet('backups')
  await expect.element(page.getByRole('combobox', { name: 'Each night at' })).toBeDisabled()
  await expect.element(page.getByText(/BACKUP_HOUR is set where tend is started/)).toBeVisible()
  await expect.element(page.getByText(/It takes effect when tend is restarted/)).toBeVisible()
  await expect.element(page.getByText(/Set, and not shown/)).toBeVisible()
  await expectAccessible()
  there.refusal = { code: 'invalid', message: 'Please check', errors: { BACKUP_DIR: ['Nothing can be saved there.'] } }
  await page.getByLabelText('Folder of the backups').fill('/nowhere')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Nothing can be saved there.')).toBeVisible()
  expect(there.sent).toEqual([
    {
      changes: [
        { name: 'BACKUP_DIR', value: '/nowhere' },
        { name: 'BACKUP_PASSPHRASE', value: null },
      ],
    },
  ])
})

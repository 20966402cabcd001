/** The fields of each group of settings. The address of an email server is three of them. */
import { type SettingGroup, type SettingName, settingGroups } from '#shared/lib/settingNames.ts'
import type { Setting } from '#shared/system/health.ts'

export const mailFields = ['SMTP_SERVER', 'SMTP_USER', 'SMTP_PASSWORD'] as const
export type FieldName = Exclude<SettingName, 'SMTP_URL'> | (typeof mailFields)[number]

/** Values as they are typed, by field. A field without one was left as it is. */
export type Typed = Partial<Record<FieldName, string>>

/** Fields that few need, in a part of the form that is folded. */
const folded: readonly FieldName[] = [
  'TLS',
  'TLS_NAMES',
  'ACME_EMAIL',
  'ACME_DIRECTORY',
  'TLS_CERT',
  'TLS_KEY',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_RECIPIENT',
]

export const secretFields: readonly FieldName[] = ['SMTP_PASSWORD', 'S3_SECRET_ACCESS_KEY', 'BACKUP_PASSPHRASE']

/** The settings that are chosen from a few values. */
export const choices: Partial<Record<FieldName, readonly string[]>> = {
  TLS: ['off', 'auto'],
  REGISTRATION: ['open', 'invitation', 'off'],
  BACKUP_DRILL: ['on', 'off'],
  BACKUP_HOUR: ['off', ...Array.from({ length: 24 }, (_, hour) => String(hour))],
}

/** The fields of a group: those that are shown, and those that are folded. */
export function fieldsOf(group: SettingGroup): { shown: FieldName[]; folded: FieldName[] } {
  const fields = settingGroups[group].flatMap<FieldName>(name => (name === 'SMTP_URL' ? mailFields : name))
  const isFolded = (name: FieldName) => folded.includes(name)
  return { shown: fields.filter(name => !isFolded(name)), folded: fields.filter(isFolded) }
}

/** The setting that a field is part of. */
export const settingOf = (field: FieldName): SettingName =>
  mailFields.some(one => one === field) ? 'SMTP_URL' : (field as SettingName)

/** What a field shows of a setting. */
export function shownValue(field: FieldName, { value }: Setting): string {
  if (secretFields.includes(field) || value === null) return ''
  if (field === 'SMTP_SERVER') return new URL(value).host
  if (field === 'SMTP_USER') return decodeURIComponent(new URL(value).username)
  if (field === 'BACKUP_DRILL') return /^(true|1|yes|on|y|enabled)$/i.test(value) ? 'on' : 'off'
  return value
}

/** The changes that typed values make. An empty value returns to the default. */
export function changesOf(typed: Typed, settings: readonly Setting[]): { name: SettingName; value: string | null }[] {
  const names = new Set((Object.keys(typed) as FieldName[]).map(settingOf))
  return [...names].map(name => ({
    name,
    value: (name === 'SMTP_URL' ? addressOf(typed, settings) : typed[name]?.trim()) || null,
  }))
}

/** An encrypted connection from the first word on is usual at this port; elsewhere encryption follows (STARTTLS). */
const encryptedPort = '465'

function addressOf(typed: Typed, settings: readonly Setting[]): string | null {
  const kept = settings.find(({ name }) => name === 'SMTP_URL')
  const partOf = (field: FieldName) => (typed[field] ?? (kept ? shownValue(field, kept) : '')).trim()
  const server = partOf('SMTP_SERVER')
  if (server === '') return null
  const [user, password] = [encodeURIComponent(partOf('SMTP_USER')), encodeURIComponent(typed.SMTP_PASSWORD ?? '')]
  const account = user && `${user}${password && `:${password}`}@`
  const port = server.split(':')[1]
  return `${port === encryptedPort ? 'smtps' : 'smtp'}://${account}${server}`
}

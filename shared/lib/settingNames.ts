/** Settings that admins can change on the health page, by the names that the environment has for them. */

/** By the section of the page that shows them. */
export const settingGroups = {
  email: ['SMTP_URL', 'MAIL_FROM'],
  address: ['PUBLIC_URL', 'TRUST_PROXY', 'TLS', 'TLS_NAMES', 'ACME_EMAIL', 'ACME_DIRECTORY', 'TLS_CERT', 'TLS_KEY'],
  data: ['FILES_STORAGE', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  backups: ['BACKUP_DIR', 'BACKUP_HOUR', 'BACKUP_DRILL', 'BACKUP_PASSPHRASE', 'BACKUP_RECIPIENT'],
  registration: ['REGISTRATION'],
} as const
export type SettingGroup = keyof typeof settingGroups
export type SettingName = (typeof settingGroups)[SettingGroup][number]

export const settingNames: readonly SettingName[] = Object.values(settingGroups).flat()
export const isSettingName = (name: string): name is SettingName => settingNames.some(one => one === name)

/** Only together do they mean something, so all of a bundle are from one place. */
const bundles: readonly (readonly SettingName[])[] = [
  ['TLS', 'TLS_CERT', 'TLS_KEY'],
  ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['BACKUP_PASSPHRASE', 'BACKUP_RECIPIENT'],
]

/** The settings that are from the same place as this one, itself among them. */
export const bundleOf = (name: SettingName): readonly SettingName[] =>
  bundles.find(bundle => bundle.includes(name)) ?? [name]

/** Kept encrypted and never shown. The address of an email server is shown without its password. */
export const secretSettings: readonly SettingName[] = ['SMTP_URL', 'S3_SECRET_ACCESS_KEY', 'BACKUP_PASSPHRASE']

/** What they change is made at the start. The others take effect at once. */
export const restartSettings: readonly SettingName[] = [
  'TLS',
  'TLS_NAMES',
  'ACME_EMAIL',
  'ACME_DIRECTORY',
  'TLS_CERT',
  'TLS_KEY',
  'FILES_STORAGE',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_DIR',
  'BACKUP_PASSPHRASE',
  'BACKUP_RECIPIENT',
]

/** Mails about somebody's own account, in their language. Links get their secrets here, where the mail is written. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { formatsOf } from '#shared/lib/formats.ts'
import { armLink, newLink } from '../actions/commands.ts'
import type { Context, Topic } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { mailTo } from '../lib/mail/mailLayout.ts'
import type { NotifyContext } from '../notifications/commands.ts'
import { users } from './table.ts'

const hour = 3600_000

type Reader = { id: number; name: string; email: string | null; languageId: number; timeZone: string }

const reader = {
  id: users.id,
  name: users.name,
  email: users.email,
  languageId: users.languageId,
  timeZone: users.timeZone,
}

async function findReader(db: Database, userId: number): Promise<Reader | undefined> {
  const [found] = await db
    .select(reader)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.archivedAt)))
  return found
}

/** The account of an address, with the secret of a new link that is good for an hour. */
async function findReaderWithLink(db: Database, email: string, kind: 'reset_password' | 'let_in') {
  const [person] = await db
    .select(reader)
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNull(users.archivedAt)))
  if (!person?.email) return null
  const linkId = await newLink(db, new Date(), { kind, userId: person.id, life: hour })
  const armed = await armLink(db, linkId)
  return { person: { ...person, email: person.email }, token: armed?.token }
}

/** To the address that somebody registered with. */
export const confirmAddressMail: Topic<{ linkId: number }> = {
  name: 'auth.confirm-address',
  isFromPlatform: true,
  mail: async ({ linkId }, { db, services }) => {
    const armed = await armLink(db, linkId)
    const person = armed && (await findReader(db, armed.link.userId))
    if (!armed || !person?.email) return null
    return mailTo(services, { ...person, email: person.email }, ({ t }) => ({
      subject: t('mails.confirmAddress.subject'),
      paragraphs: [t('mails.confirmAddress.text')],
      action: { label: t('mails.confirmAddress.action'), address: services.address(`/action/user/${armed.token}`) },
      note: `${t('mails.confirmAddress.note')} ${t('mails.notAsked')}`,
    }))
  },
}

/** To the new address that somebody wants; nobody gets one for an address that already has an account. */
export const changeAddressMail: Topic<{ linkId: number }> = {
  name: 'auth.change-address',
  isFromPlatform: true,
  mail: async ({ linkId }, { db, services }) => {
    const armed = await armLink(db, linkId)
    const person = armed && (await findReader(db, armed.link.userId))
    const email = String(armed?.link.details.email ?? '')
    if (!armed || !person || (await isTaken(db, email))) return null
    return mailTo(services, { ...person, email }, ({ t }) => ({
      subject: t('mails.changeAddress.subject'),
      paragraphs: [t('mails.changeAddress.text')],
      action: { label: t('mails.confirmAddress.action'), address: services.address(`/action/user/${armed.token}`) },
      note: `${t('mails.changeAddress.note')} ${t('mails.notAsked')}`,
    }))
  },
}

/**
 * To the owner of the address, if there is one. The job looks this up and not the request, which therefore takes
 * equally long for an address without an account.
 */
export const resetPasswordMail: Topic<{ email: string }> = {
  name: 'auth.reset-password',
  isFromPlatform: true,
  mail: async ({ email }, { db, services }) => {
    const found = await findReaderWithLink(db, email, 'reset_password')
    if (!found) return null
    const { person, token } = found
    const address = services.address(resetPath(token, person.email))
    return mailTo(services, person, ({ t }) => ({
      subject: t('mails.resetPassword.subject'),
      paragraphs: [t('mails.resetPassword.text')],
      action: { label: t('mails.resetPassword.action'), address },
      note: `${t('mails.resetPassword.note')} ${t('mails.notAsked')}`,
    }))
  },
}

/** Page on which a new password is chosen. */
export const resetPath = (token: string | undefined, email: string): string =>
  `/auth/reset-password/${token}/${encodeURIComponent(email)}`

/** To the owner of an account who cannot sign in on a new device, because somebody else tried too many passwords. */
export const letInMail: Topic<{ email: string }> = {
  name: 'auth.let-in',
  isFromPlatform: true,
  mail: async ({ email }, { db, services }) => {
    const found = await findReaderWithLink(db, email, 'let_in')
    if (!found) return null
    const { person, token } = found
    return mailTo(services, person, ({ t }) => ({
      subject: t('mails.letIn.subject'),
      paragraphs: [t('mails.letIn.text')],
      action: { label: t('mails.letIn.action'), address: services.address(`/action/user/${token}`) },
      note: t('mails.letIn.note'),
    }))
  },
}

export const passwordChangedMail: Topic<{ userId: number; at: string }> = {
  name: 'auth.password-changed',
  isFromPlatform: true,
  mail: async ({ userId, at }, { db, services }) => {
    const person = await findReader(db, userId)
    if (!person?.email) return null
    return mailTo(services, { ...person, email: person.email }, ({ t, locale }) => ({
      subject: t('mails.passwordChanged.subject'),
      paragraphs: [t('mails.passwordChanged.text', { date: formatsOf(locale, person.timeZone).dateTime(at) })],
      note: t('mails.notYou'),
    }))
  },
}

/** To the old address and the new one. */
export const addressChangedMail: Topic<{ userId: number; to: string; email: string; before: string }> = {
  name: 'auth.address-changed',
  isFromPlatform: true,
  mail: async ({ userId, to, email, before }, { db, services }) => {
    const person = await findReader(db, userId)
    if (!person) return null
    return mailTo(services, { ...person, email: to }, ({ t }) => ({
      subject: t('mails.addressChanged.subject'),
      paragraphs: [t('mails.addressChanged.text', { email, before })],
      note: t('mails.notYou'),
    }))
  },
}

export const newDeviceMail: Topic<{ userId: number; at: string; ip: string; userAgent: string | null }> = {
  name: 'auth.new-device',
  isFromPlatform: true,
  mail: async ({ userId, at, ip, userAgent }, { db, services }) => {
    const person = await findReader(db, userId)
    if (!person?.email) return null
    return mailTo(services, { ...person, email: person.email }, ({ t, locale }) => ({
      subject: t('mails.newDevice.subject'),
      paragraphs: [
        t('mails.newDevice.text', {
          date: formatsOf(locale, person.timeZone).dateTime(at),
          device: userAgent ?? '',
          ip,
        }),
      ],
      action: { label: t('mails.newDevice.action'), address: services.address('/profile/devices') },
      note: t('mails.notYou'),
    }))
  },
}

/** A mail that says what happened to a passkey, and when. */
const passkeyMail = (
  name: string,
  what: 'Added' | 'Removed' | 'Copied',
): Topic<{ userId: number; name: string; at: string }> => ({
  name,
  isFromPlatform: true,
  mail: async ({ userId, name: passkey, at }, { db, services }) => {
    const person = await findReader(db, userId)
    if (!person?.email) return null
    return mailTo(services, { ...person, email: person.email }, ({ t, locale }) => ({
      subject: t(`mails.passkey${what}.subject`),
      paragraphs: [
        t(`mails.passkey${what}.text`, { name: passkey, date: formatsOf(locale, person.timeZone).dateTime(at) }),
      ],
      action: { label: t('mails.passkeyAdded.action'), address: services.address('/profile/security') },
      note: t('mails.notYou'),
    }))
  },
})

export const passkeyAddedMail = passkeyMail('auth.passkey-added', 'Added')
export const passkeyRemovedMail = passkeyMail('auth.passkey-removed', 'Removed')
/** The device had counted less than before, so there are two of it. */
export const passkeyCopiedMail = passkeyMail('auth.passkey-copied', 'Copied')

async function isTaken(db: Database, email: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
  return found.length > 0
}

export const accountMails = [
  confirmAddressMail,
  changeAddressMail,
  resetPasswordMail,
  letInMail,
  passwordChangedMail,
  addressChangedMail,
  newDeviceMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passkeyCopiedMail,
] as Topic<never>[]

/** A notify context outside of any company, for mails about an account. */
export const aboutAccount = ({ db, services }: Pick<Context, 'db' | 'services'>): NotifyContext => ({
  db,
  services,
  actor: { companyId: null },
})

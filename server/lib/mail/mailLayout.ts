/**
 * Layout of all mails, in text and HTML: a subject, paragraphs, at most one button, a note. It is a table with colours
 * at each element, because mail programs know little CSS.
 */

import { directionOf, type Locale, localeOf } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { ifMissing, type Storage } from '../files/storage.ts'
import type { Mail } from './mailer.ts'

/** The reader's language. */
export type MailWords = { locale: Locale; t: Translate }

export type MailContent = {
  subject: string
  /** Plain text; a line break stays one. */
  paragraphs: string[]
  /** The one thing to do. */
  action?: { label: string; address: string } | undefined
  /** Stands small at the end: how long the link is good, what to do if it was not oneself. */
  note?: string | undefined
  /** Ends mails of this kind: a page for people, and the address to which a mail program posts (RFC 8058). */
  unsubscribe?: { page: string; oneClick: string } | undefined
}

/** A mail without its receiver. */
function writeMail(words: MailWords, content: MailContent): Omit<Mail, 'to'> {
  const { unsubscribe } = content
  return {
    subject: content.subject.replace(/\s+/g, ' '),
    text: textOf(words, content),
    html: htmlOf(words, content),
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

function textOf({ t }: MailWords, { paragraphs, action, note, unsubscribe }: MailContent): string {
  return [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.address}`] : []),
    ...(note ? [note] : []),
    ...(unsubscribe ? [`${t('mails.unsubscribe')}:\n${unsubscribe.page}`] : []),
  ].join('\n\n')
}

/** Who writes: tend, unless a company's logo takes its place. */
const brand = '<p class="brand" style="margin:0 0 20px;font-size:20px;font-weight:700;color:#c2410c">tend</p>'
const logoId = 'logo@tend'
const [widestLogo, highestLogo] = [220, 56]

/** Recipient of a mail, which begins with a greeting where there is a name. */
type MailReader = { email: string; name?: string } & ({ languageId: number } | { locale: Locale })

/** A mail in its reader's language. */
export function mailTo(
  { texts }: { texts: (locale: Locale) => Translate },
  reader: MailReader,
  write: (words: MailWords) => MailContent,
): Mail {
  const locale = 'locale' in reader ? reader.locale : localeOf(reader.languageId)
  const words = { locale, t: texts(locale) }
  const content = write(words)
  const greeting = reader.name === undefined ? [] : [words.t('mails.greeting', { name: reader.name })]
  return { to: reader.email, ...writeMail(words, { ...content, paragraphs: [...greeting, ...content.paragraphs] }) }
}

export type MailLogo = { name: string; path: string; width: number; height: number }

/**
 * A mail with the logo of its company, if there is one. The picture is attached, so that showing it asks no server and
 * tells nobody when the mail was read (docs/decisions/0032-mails-carry-the-logo.md).
 */
export async function withLogo(storage: Storage, mail: Mail, logo: MailLogo | null): Promise<Mail> {
  const content = logo && mail.html.includes(brand) ? await storage.read(logo.path).catch(ifMissing) : undefined
  if (!logo || !content) return mail
  const { name, width, height } = logo
  const scale = Math.min(1, widestLogo / width, highestLogo / height)
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
  // On white in the dark too: most logos are made for paper.
  const picture =
    `<p style="margin:0 0 20px"><img src="cid:${logoId}" alt="${harmless(name)}" ${size} ` +
    'style="display:inline-block;padding:6px;border-radius:6px;background:#ffffff"></p>'
  return {
    ...mail,
    html: mail.html.replace(brand, () => picture),
    attachments: [{ filename: 'logo.png', contentType: 'image/png', cid: logoId, content }],
  }
}

function htmlOf({ locale, t }: MailWords, content: MailContent): string {
  const { subject, paragraphs, action, note, unsubscribe } = content
  const direction = directionOf(locale)
  const side = direction === 'rtl' ? 'right' : 'left'
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const small = (html: string) => `<p class="small" style="margin:0 0 8px;font-size:14px;color:#57534e">${html}</p>`
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${harmless(subject)}</title>
<style>${style}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f5f4;color:#1c1917">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellspacing="0" cellpadding="0" style="${sheetStyle}">
<tr><td dir="${direction}" align="${side}" style="${textStyle}">
${brand}
${paragraphs.map(text => paragraph(inHtml(text))).join('\n')}
${action ? button(action) : ''}
${note ? small(inHtml(note)) : ''}
${
  unsubscribe
    ? small(
        '<a class="link" style="color:#57534e" ' +
          `href="${harmless(unsubscribe.page)}">${harmless(t('mails.unsubscribe'))}</a>`,
      )
    : ''
}
</td></tr></table>
</td></tr></table>
</body>
</html>`
}

/** A link that looks like a button, and its address below for programs that show no links. */
function button({ label, address }: { label: string; address: string }): string {
  const link = harmless(address)
  return `<p style="margin:0 0 8px"><a href="${link}" style="${buttonStyle}">${harmless(label)}</a></p>
<p class="small" dir="ltr" style="margin:0 0 20px;font-size:13px;color:#57534e;word-break:break-all">${link}</p>`
}

const sheetStyle = 'max-width:560px;background:#ffffff;border-radius:12px'
const textStyle =
  "padding:28px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5"
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#c2410c;color:#ffffff;' +
  'font-weight:600;text-decoration:none'

const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#1c1917!important;color:#f5f5f4!important}
.sheet{background:#292524!important}.brand{color:#fb923c!important}.small,.link{color:#d6d3d1!important}}`

const inHtml = (text: string) => harmless(text).replaceAll('\n', '<br>')
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const harmless = (text: string) => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign)

import type { FastifyInstance } from 'fastify'
import { locales } from '#shared/lib/language.ts'
import type { Services } from '../lib/context.ts'

/** So long a reader may rely on what the file says (RFC 9116 advises less than a year). */
const validDays = 180

/** GET /.well-known/security.txt by RFC 9116: whom to tell of a weakness. Absent without SECURITY_CONTACT. */
export function serveSecurityContact(app: FastifyInstance, { config }: Services): void {
  const { securityContact: contact } = config
  if (contact === undefined) return
  app.get('/.well-known/security.txt', (_, reply) => {
    const lines = [
      `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(Date.now() + validDays * 24 * 3600_000).toISOString()}`,
      `Preferred-Languages: ${locales.join(', ')}`,
      ...(config.publicUrl ? [`Canonical: ${config.publicUrl}/.well-known/security.txt`] : []),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

import '@fastify/cookie'
import type { FastifyReply } from 'fastify'

/** Sets cookies that only /storage sees and no script can read; null clears one. */
export function writeCookies(reply: FastifyReply, cookies: Map<string, string | null>, secure: boolean): void {
  const options = { path: '/storage', httpOnly: true, sameSite: 'strict', secure } as const
  for (const [name, value] of cookies) {
    if (value === null) reply.clearCookie(name, options)
    else reply.setCookie(name, value, { ...options, maxAge: 30 * 24 * 3600 })
  }
}

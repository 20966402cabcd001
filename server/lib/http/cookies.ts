import '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { Cookie } from '../context.ts'

/** Sets the cookies of an answer. */
export function writeCookies(reply: FastifyReply, cookies: Map<string, Cookie>, secure: boolean): void {
  for (const [name, { value, path, days }] of cookies) {
    const options = { path, httpOnly: true, sameSite: 'strict', secure } as const
    if (value === null) reply.clearCookie(name, options)
    else reply.setCookie(name, value, { ...options, maxAge: days * 24 * 3600 })
  }
}

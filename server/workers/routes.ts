import { and, eq } from 'drizzle-orm'
import { workers as workerCalls } from '#shared/auth/workers.ts'
import { Problem } from '#shared/lib/problem.ts'
import { enrolments } from '../auth/table.ts'
import { routes } from '../lib/http/routes.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { createWorker, endEnrolment, enrolPhone, offerPhone, signInWithPin } from './commands.ts'
import { accessOffer, accessWorker, listPhones } from './queries.ts'

export const workerRoutes = routes(workerCalls, {
  create: (input, ctx) => {
    permitted(ctx, 'create', 'WorkerAccount', { companyId: input.id })
    return createWorker(ctx, input)
  },

  offer: async ({ id, userId, printed }, ctx) =>
    offerPhone(ctx, await accessWorker(ctx, id, userId, 'update'), printed),

  phones: async ({ id, userId }, ctx) => listPhones(ctx.db, (await accessWorker(ctx, id, userId, 'read')).userId),

  endPhone: async ({ id, userId, enrolmentId }, ctx) => {
    const worker = await accessWorker(ctx, id, userId, 'update')
    const [phone] = await ctx.db
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(and(eq(enrolments.id, enrolmentId), eq(enrolments.userId, worker.userId)))
    if (!phone) throw new Problem('not_found')
    await endEnrolment(ctx, phone.id)
    return null
  },

  describeOffer: async ({ token }, ctx) => {
    const { name, userName, companyName, enrolment } = await accessOffer(ctx.db, token, ctx.now)
    return { name, user_name: userName, company_name: companyName, expires_at: enrolment.offerExpiresAt.toISOString() }
  },

  enrol: ({ token, pin, timeZone }, ctx) => enrolPhone(ctx, token, pin, timeZone),

  loginPin: ({ device, pin }, ctx) => signInWithPin(ctx, device, pin),
})

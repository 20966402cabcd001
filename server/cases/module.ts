import { cases as calls } from '#shared/cases/contract.ts'
import { publicCases } from '#shared/cases/publicCase.ts'
import { paperOf } from '../documents/ports.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { changeCase, countCases, fetchFile, readCase, readMessages, sayInCase } from './handling.ts'
import { casesWait, eraseClosedCases, tellOfCases } from './jobs.ts'
import { casePdf, paperOfCase } from './paper/casePdf.ts'
import { accessCase, listCases } from './queries.ts'
import { report } from './reporting.ts'
import { comeBack, sayMore } from './returning.ts'

const caseRoutes = [
  ...routes(calls, {
    list: (query, ctx) => listCases(ctx, query),
    report: ({ year }, ctx) => countCases(ctx, year),
    get: async ({ id }, ctx) => readCase(ctx, await accessCase(ctx, id, 'read')),
    update: async ({ id, ...changes }, ctx) => changeCase(ctx, await accessCase(ctx, id, 'update'), changes),
    pdf: async ({ id }, ctx) => casePdf(ctx, await accessCase(ctx, id, 'read')),
    messages: async ({ id }, ctx) => readMessages(ctx, await accessCase(ctx, id, 'read')),
    say: async ({ id, ...said }, ctx) => sayInCase(ctx, await accessCase(ctx, id, 'update'), said),
    file: async ({ id, caseFileId }, ctx) => fetchFile(ctx, await accessCase(ctx, id, 'read'), caseFileId),
  }),
  ...routes(publicCases, {
    report: (sent, ctx) => report(ctx, sent),
    get: (_, ctx) => comeBack(ctx),
    say: (said, ctx) => sayMore(ctx, said),
  }),
]

export const cases: Module = {
  routes: caseRoutes,
  queryProviders: [paperOf.providedBy(paperOfCase)],
  jobs: [tellOfCases, eraseClosedCases],
  notices: [casesWait as never],
}

import { cases as calls } from '#shared/cases/contract.ts'
import { publicCases } from '#shared/cases/publicCase.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { changeCase, countCases, fetchFile, readCase, readMessages, sayInCase } from './handling.ts'
import { casesWait, eraseClosedCases, notifyOfDeadlines } from './jobs.ts'
import { casePdf, casePdfSource } from './pdf.ts'
import { accessCase, listCases, presentDetail } from './queries.ts'
import { prepareReport, report } from './reporting.ts'
import { comeBack, prepareMore, sayMore } from './returning.ts'

export const getCases: Handler<typeof calls.list> = (query, ctx) => listCases(ctx, query)

export const getCaseReport: Handler<typeof calls.report> = ({ year }, ctx) => countCases(ctx, year)

export const getCase: Handler<typeof calls.get> = async ({ id }, ctx) =>
  readCase(ctx, await accessCase(ctx, id, 'read'))

export const updateCase: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) =>
  changeCase(ctx, await accessCase(ctx, id, 'update'), changes)

/** Evaluates the case as `updateCase` answers it. */
const prepareCase = async ({ id }: { id: number }, ctx: Context) =>
  presentDetail(ctx, await accessCase(ctx, id, 'update'))

export const getCasePdf: Handler<typeof calls.pdf> = async ({ id }, ctx) =>
  casePdf(ctx, await accessCase(ctx, id, 'read'))

export const getCaseMessages: Handler<typeof calls.messages> = async ({ id }, ctx) =>
  readMessages(ctx, await accessCase(ctx, id, 'read'))

export const createCaseMessage: Handler<typeof calls.say> = async ({ id, ...said }, ctx) =>
  sayInCase(ctx, await accessCase(ctx, id, 'update'), said)

export const getCaseFile: Handler<typeof calls.file> = async ({ id, caseFileId }, ctx) =>
  fetchFile(ctx, await accessCase(ctx, id, 'read'), caseFileId)

export const createCase = (sent: HandlerInput<typeof publicCases.report>, ctx: Context, codeHash: string | null) =>
  report(ctx, sent, codeHash)

export const getReportersCase: Handler<typeof publicCases.get> = (_, ctx) => comeBack(ctx)

export const createReportersMessage = (said: HandlerInput<typeof publicCases.say>, ctx: Context, codeHash: string) =>
  sayMore(ctx, said, codeHash)

const prepareReportersMessage = (_: unknown, ctx: Context) => prepareMore(ctx)

const caseRoutes = [
  ...routes(calls, {
    list: getCases,
    report: getCaseReport,
    get: { prepare: getCase },
    update: { prepare: prepareCase, handle: updateCase },
    pdf: { prepare: getCasePdf },
    messages: getCaseMessages,
    say: createCaseMessage,
    file: getCaseFile,
  }),
  ...routes(publicCases, {
    report: { prepare: prepareReport, handle: createCase },
    get: { prepare: getReportersCase },
    say: { prepare: prepareReportersMessage, handle: createReportersMessage },
  }),
]

export const casesModule: Module = {
  routes: caseRoutes,
  queryProviders: [pdfSourceOf.providedBy(casePdfSource)],
  jobs: [notifyOfDeadlines, eraseClosedCases],
  notifications: [casesWait as never],
}

import { registerExports } from '#shared/imports/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { exportRegister } from './exporting.ts'
import { forgetImportLines, workImports } from './jobs.ts'
import { animalImportRoutes, importRoutes } from './routes.ts'

/** Imports into these registers, and exports of them: lines are carried out and rows are read by what answers their calls. */
export function importsInto(registers: Module[]): Module {
  const calls = {
    routes: registers.flatMap(({ routes = [] }) => routes),
    many: new Map(registers.flatMap(({ many = [] }) => many)),
  }
  return {
    routes: [
      ...importRoutes,
      ...animalImportRoutes,
      ...routes(registerExports, {
        stream: (wanted, ctx) => exportRegister(ctx, calls.routes, wanted),
        animals: (wanted, ctx) => exportRegister(ctx, calls.routes, { ...wanted, type: 'animal' }),
        groups: (wanted, ctx) => exportRegister(ctx, calls.routes, { ...wanted, type: 'animal_group' }),
      }),
    ],
    jobs: [workImports(calls) as never, forgetImportLines],
  }
}

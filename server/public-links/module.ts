import { paperOf } from '../documents/ports.ts'
import type { Module } from '../lib/module.ts'
import { paperOfLabels } from './labels/labelSheet.ts'
import { servePublicPictures } from './pictures.ts'
import { publicLinkRoutes } from './routes.ts'

export const publicLinks: Module = {
  routes: publicLinkRoutes,
  queryProviders: [paperOf.providedBy(paperOfLabels)],
  serve: servePublicPictures,
}

import { paperOf } from '../documents/questions.ts'
import type { Noun } from '../lib/noun.ts'
import { paperOfLabels } from './labels/labelSheet.ts'
import { servePublicPictures } from './pictures.ts'
import { publicLinkRoutes } from './routes.ts'

export const publicLinks: Noun = {
  routes: publicLinkRoutes,
  answers: [paperOf.answeredBy(paperOfLabels)],
  serve: servePublicPictures,
}

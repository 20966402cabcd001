import type { Noun } from '../lib/noun.ts'
import { servePublicPictures } from './pictures.ts'
import { publicLinkRoutes } from './routes.ts'

export const publicLinks: Noun = { routes: publicLinkRoutes, serve: servePublicPictures }

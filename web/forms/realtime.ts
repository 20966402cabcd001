import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/forms/public/linkEvents.ts').then(events => events.linkEvents)

export const formReactions = reactionsTo(shapes, {
  'form.link_changed': ({ form_id }, queries) => {
    queries.invalidateQueries({ queryKey: ['publicLinks'] })
    queries.invalidateQueries({ queryKey: ['forms', 'get', { id: form_id }] })
  },
})

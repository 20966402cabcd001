import i18next from 'i18next'
import { type Reactions, reactionsTo } from '../lib/reactions.ts'
import { currentUser } from '../lib/session.ts'
import { tellNews } from '../ui/toast.tsx'
import { forgetCachedTask } from './taskCache.ts'

const shapes = () => import('#shared/tasks/contract.ts').then(contract => contract.taskEvents)

const onEvents = reactionsTo(shapes, {
  'task.assigned': (sent, queries) => {
    queries.invalidateQueries({ queryKey: ['tasks'] })
    if (sent.user_id === currentUser()?.id)
      tellNews(i18next.t('tasks.assigned', { title: sent.title }), `/tasks/${sent.id}`)
  },
  'task.completed': (sent, queries) => {
    forgetCachedTask(sent.id)
    queries.invalidateQueries({ queryKey: ['tasks'] })
  },
  'task.skipped': (sent, queries) => {
    forgetCachedTask(sent.id)
    queries.invalidateQueries({ queryKey: ['tasks'] })
  },
})

export const taskReactions: Reactions = {
  ...onEvents,
  // What was given between the first reading of the list and now was told to nobody; a higher count has the list read again.
  'pusher:subscription_succeeded': (_, queries) => {
    queries.invalidateQueries({ queryKey: ['tasks', 'newCount'] })
  },
}

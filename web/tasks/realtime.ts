import i18next from 'i18next'
import { api } from '../api.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import { currentUser } from '../lib/session/session.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { tellNews } from '../ui/toast.tsx'
import { forgetCachedTask } from './queries.ts'

const shapes = () => import('#shared/tasks/contract.ts').then(contract => contract.taskEvents)

export const taskReactions = reactionsTo(shapes, {
  'task.assigned': (sent, queries) => {
    queries.invalidateQueries({ queryKey: api.tasks.key })
    // Nobody is covered up while they fill in; the end of the form names what it opened.
    const isFillingIn = location.pathname.startsWith('/submission/filling/')
    if (sent.user_id === currentUser()?.id && !isFillingIn)
      tellNews(i18next.t('tasks.assigned', { title: taskTitle(sent) }), `/tasks/${sent.id}`)
  },
  'tasks.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
  'task.reopened': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
  'task.completed': (sent, queries) => {
    forgetCachedTask(sent.id)
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
  'task.skipped': (sent, queries) => {
    forgetCachedTask(sent.id)
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
})

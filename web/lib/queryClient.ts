import { MutationCache, onlineManager } from '@tanstack/react-query'
import { tellProblem } from '../ui/toast.tsx'
import { EventAwareQueryClient } from './realtime/EventAwareQueryClient.ts'
import { RequestError } from './requestError.ts'

const isWorthRetrying = (failures: number, error: Error) =>
  failures < 2 && navigator.onLine && error instanceof RequestError && (error.status === 0 || error.status >= 500)

// It takes a page for online until it hears otherwise; one that was opened offline would never notice that the network
// is back.
onlineManager.setOnline(navigator.onLine)

/**
 * Server state of the signed-in screens. Answers stay fresh for half a minute; realtime events invalidate them earlier.
 * A failed mutation is told in a toast unless it has an `onError` of its own, which then says it in place, or the
 * person closed the question for the password.
 */
export const queryClient = new EventAwareQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: isWorthRetrying,
      // Without a network a call fails, so that the screen shows a copy or says so, instead of waiting for better
      // times.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      const wasClosed = error instanceof RequestError && error.code === 'reauthentication_required'
      if (!mutation.options.onError && !wasClosed) tellProblem(error)
    },
  }),
})

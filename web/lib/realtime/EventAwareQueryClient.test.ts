import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { EventAwareQueryClient } from './EventAwareQueryClient.ts'

// Files of this project share their modules: one before may have left the device without signal, and then nothing is
// asked.
beforeEach(() => onlineManager.setOnline(true))

test('a change that is told during the first reading is in what is shown', async () => {
  const client = new EventAwareQueryClient()
  const answers: ((tasks: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>(resolve => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['tasks'], queryFn })
  const failures: unknown[] = []
  const stop = observer.subscribe(({ error }) => error && failures.push(error))

  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const told = client.invalidateQueries({ queryKey: ['tasks'] })
  answers[0]?.(['from before'])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(['from before', 'new'])
  await told
  expect(observer.getCurrentResult().data).toEqual(['from before', 'new'])
  expect(failures).toEqual([])
  stop()
})

test('what is read again during a first reading is shown twice: as it was, then as it is', async () => {
  const client = new EventAwareQueryClient()
  const answers: ((tasks: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>(resolve => answers.push(resolve))
  const shown: unknown[] = []
  const observer = new QueryObserver(client, { queryKey: ['tasks'], queryFn })
  const stop = observer.subscribe(({ data }) => data && shown.at(-1) !== data && shown.push(data))

  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const read = client.readAgain()
  answers[0]?.(['from before'])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(['from before', 'new'])
  await read
  expect(shown).toEqual([['from before'], ['from before', 'new']])
  stop()
})

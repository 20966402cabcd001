/**
 * The main loop as a foreign program would walk it: with nothing but the client that a library generates from
 * /api/openapi.json. It is checked and run beside that client (client.test.ts), which is generated each time and no
 * source of ours.
 */
import { Api, type SubmissionDetail } from './client.ts'

type Account = { email: string; password: string }

/** Signs in, opens the first task, fills in its form badly, completes it; gives what came of it. */
export async function walk(address: string, { email, password }: Account): Promise<SubmissionDetail> {
  const api = new Api<string>({
    baseUrl: address,
    securityWorker: token => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    baseApiParams: { secure: true },
  })

  const { data: signedIn } = (await api.auth.authLogin({ email, password })).data
  if (!('token' in signedIn)) throw new Error('A second factor is asked for.')
  api.setSecurityData(signedIn.token)

  const sent = (await api.tasks.tasksSent({ state: 'open' })).data
  const [first] = sent.data
  if (!first) throw new Error(`There is no open task among ${sent.meta.total}.`)
  const task = (await api.tasks.tasksGetSent(first.id)).data.data
  if (task.form_id === null) throw new Error(`${task.title} has no form.`)

  const uuid = crypto.randomUUID()
  const { data: draft } = (
    await api.submissions.submissionsCreate({ form_id: task.form_id, task_sent_id: task.id, uuid })
  ).data
  await api.submissions.submissionsUpdate(draft.id, { answers: { calm: { value: 'yes' } } })
  await api.submissions.submissionsComplete(draft.id, {
    answers: {
      calm: { value: 'yes' },
      lame: { value: 'yes', note: 'Left hind leg' },
      bedding: { value: 'wet' },
    },
  })
  return (await api.submissions.submissionsGet(draft.id)).data.data
}

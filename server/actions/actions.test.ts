import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { actions } from '#shared/actions/contract.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { openMailbox } from '../test/mailbox.ts'
import { company, request } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { unsubscribeLinks } from './commands.ts'

const call = async (endpoint: typeof actions.describe | typeof actions.perform, token: string) => {
  const { statusCode, body } = await request(endpoint, { token }, null)
  return { status: statusCode, ...JSON.parse(body) }
}

test('a mail program ends a kind of mail with one click, and a person with two; again and again', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const mailbox = await openMailbox()
  try {
    const form = await publishedForm(boss)
    await complete(hand, form, lameAnswers)
    const mail = await mailbox.next(boss.email)
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const oneClick = mail.headers.get('list-unsubscribe')?.slice(1, -1) ?? ''
    const page = mail.text.match(/\S+\/action\/user\/\S+/)?.[0] ?? ''
    expect(mail.html).toContain(page)
    const token = page.split('/').at(-1) ?? ''

    expect(await call(actions.describe, token)).toMatchObject({
      status: 200,
      data: { kind: 'unsubscribe', is_single: false, name: boss.name, email: boss.email, topic: 'critical_answers' },
    })
    expect(await boss.call(me.settings, {})).toMatchObject({ notifications: { critical_answers: true } })
    const { app } = await tend()
    const post = (contentType: string, payload: string) =>
      app.inject({ method: 'POST', url: new URL(oneClick).pathname, headers: { 'content-type': contentType }, payload })
    const asForm = await post('application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')
    expect(asForm.statusCode).toBe(200)
    expect(await boss.call(me.settings, {})).toMatchObject({
      notifications: { critical_answers: false, plan_ends: true },
    })
    const parts = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await post('multipart/form-data; boundary=x', parts)).statusCode).toBe(200)
    expect((await call(actions.perform, token)).status).toBe(200)
    expect((await boss.call(me.settings, {})).notifications.critical_answers).toBe(false)

    await complete(hand, form, lameAnswers)
    await jobsDone()
    expect(mailbox.to(boss.email)).toHaveLength(1)
    await boss.call(auth.updateUser, { notifications: { critical_answers: true } })
    expect((await boss.call(me.settings, {})).notifications.critical_answers).toBe(true)
  } finally {
    await mailbox.close()
  }
})

test('a link that was changed, or that tend never made, is nobody’s', async () => {
  const farm = await company()
  const [one, other] = [await farm.worker(), await farm.worker()]
  const { services } = await tend()
  const token = unsubscribeLinks(services, one.id, 'plan_ends').page.split('/').at(-1) ?? ''
  const wrong = [
    'nonsense',
    token.replace(`.${one.id}.`, `.${other.id}.`),
    token.replace('plan_ends', 'critical_answers'),
    token.replace('plan_ends', 'everything'),
    `${token}x`,
  ]
  for (const bad of wrong)
    for (const endpoint of [actions.describe, actions.perform])
      expect(await call(endpoint, bad), bad).toMatchObject({ status: 404, code: 'not_found' })
  expect((await other.call(me.settings, {})).notifications).toEqual({ critical_answers: true, plan_ends: true })
})

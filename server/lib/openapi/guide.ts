/** What /api/docs begins with: how a program signs in, reads, keeps a copy and listens. */
export const guide = `# Begin with a key

Company → Integrations → New key. A key has a role as people have, for the whole company or a part of it. Calls
about accounts refuse keys. Identity providers bring people by SCIM 2.0 at \`/scim/v2\`, which
\`/scim/v2/Schemas\` and its neighbours describe.

\`\`\`sh
curl -H "Authorization: Bearer $TEND_KEY" "$TEND/api/animal?per_page=100"
\`\`\`
\`\`\`ts
const headers = { authorization: \`Bearer \${key}\` }
const { data, meta } = await (await fetch(tend + '/api/animal', { headers })).json()
\`\`\`
\`\`\`py
animals = requests.get(tend + "/api/animal", headers={"Authorization": f"Bearer {key}"}).json()["data"]
\`\`\`

# Keep a copy

A list that takes \`cursor\` tells news. Begin with \`updated_after\` (a time long ago reads everything), then give
the \`cursor\` of each answer's \`meta\` to the next call, at once while \`has_more\`, later when you like. Take
\`data\` over by id and remove the ids of \`meta.gone\`: deleted, archived, or not seen any more. A row can come
twice. Nothing is missed of writes at that moment either. Filters stay the same for one cursor; \`search\` is
refused. 410 \`cursor_expired\` after 90 days, with other rights or after a restored backup: throw the copy away and
begin again. Counts, and names of other rows, are as they were when the row was sent.

\`\`\`sh
curl -H "Authorization: Bearer $TEND_KEY" "$TEND/api/animal?updated_after=2000-01-01T00:00:00Z"
curl -H "Authorization: Bearer $TEND_KEY" "$TEND/api/animal?cursor=$CURSOR"
\`\`\`
\`\`\`ts
let from = 'updated_after=2000-01-01T00:00:00Z'
for (let more = true; more; ) {
  const { data, meta } = await (await fetch(tend + '/api/animal?' + from, { headers })).json()
  for (const row of data) copy.set(row.id, row)
  for (const id of meta.gone) copy.delete(id)
  from = 'cursor=' + meta.cursor
  more = meta.has_more
}
\`\`\`
\`\`\`py
asked, more = {"updated_after": "2000-01-01T00:00:00Z"}, True
while more:
    answer = requests.get(tend + "/api/animal", params=asked, headers=headers).json()
    copy.update({row["id"]: row for row in answer["data"]})
    for gone in answer["meta"]["gone"]:
        copy.pop(gone, None)
    asked, more = {"cursor": answer["meta"]["cursor"]}, answer["meta"]["has_more"]
\`\`\`

# Listen

Any Pusher client connects to \`/app/{key}\` with the key of \`/api/system/realtime\`, and asks
\`/api/broadcasting/auth\` for a channel. \`private-company.{id}.registers\` names rows of registers whose status or
history changed; a key of a part of the company listens to \`private-company.{id}.registers.part\`. Then read on
with your cursor.

# Webhooks

Events come by webhooks: Company, Webhooks, New webhook. Each has a key, and is sent what the key may read. They are
signed as [Standard Webhooks](https://www.standardwebhooks.com) says, whose libraries check the signature. Answer
2xx within 10 s; all else is tried again for three days. \`webhook-id\` stays the same, the order does not.

\`\`\`ts
import { Webhook } from 'standardwebhooks'
const { type, url, data } = new Webhook(secret).verify(body, headers)
\`\`\`

# Limits

600 calls a minute for each key. \`RateLimit\` says how many are left, 429 with Retry-After when to go on. A
creating call repeated with its \`Idempotency-Key\` creates nothing twice.

# Errors

Answers carry \`data\`, lists \`meta\` beside it, problems \`message\` in the language of \`lang\` and a \`code\`
that stays the same in every language. A row of another company answers like one that is not there: 404. Once the
plan of a company has ended, what says \`x-needs-plan\` gets 403 \`plan_expired\`. Unknown query parameters are
refused, unknown fields of a body ignored. What needs a token answers 401 \`unauthenticated\` or \`token_expired\`
without a good one, and 403 \`forbidden\`. Any call can answer 500 \`internal\` and 503 \`unavailable\` with
Retry-After; any that writes 507 \`storage_full\`, 413 \`too_large\` and 415 \`wrong_content_type\`. Ids are
integers, times ISO 8601 in UTC, days \`YYYY-MM-DD\`.`

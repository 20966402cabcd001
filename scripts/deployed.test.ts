/** What `deploy/` has for containers: only settings, addresses and fields that there are. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSettings, readConfig } from '#server/lib/config/config.ts'

const read = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')
const known = new Set(describeSettings(readConfig({}, { demo: false, version: '0.0.0' })).map(({ name }) => name))
/** Settings of Caddy beside tend. */
const others = /^(TEND_HOST|TEND_UPSTREAM)$/

test.each(['Dockerfile', 'container/environment', 'compose.yaml', 'kubernetes/tend.yaml'])(
  '%s sets only what tend reads',
  file => {
    const named = [
      ...read(file).matchAll(/(?:^ +|--from-literal=|\bENV |export |[\w] )([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?=[:=])/gm),
    ]
    const unknown = named.map(([, name = '']) => name).filter(name => !known.has(name) && !others.test(name))
    expect(named.length).toBeGreaterThan(0)
    expect(unknown).toEqual([])
  },
)

test('Kubernetes gets fields that it knows, and tend runs without root on a root that nobody writes to', () => {
  const text = read('kubernetes/tend.yaml').replaceAll(/ *#.*$/gm, '')
  const fields = new Set([...text.matchAll(/(?:^[ -]*|[{,] )([a-z][A-Za-z]*):(?= |$)/gm)].map(([, field]) => field))
  expect([...fields].filter(field => !kubernetes.has(field ?? ''))).toEqual([])
  for (const line of ['readOnlyRootFilesystem: true', 'runAsNonRoot: true', 'allowPrivilegeEscalation: false'])
    expect(text).toContain(line)
})

/** Of the kinds in the file: ConfigMap, Deployment, PodDisruptionBudget, Service, Ingress. */
const kubernetes = new Set(
  `allowPrivilegeEscalation apiVersion app annotations backend capabilities configMapRef containerPort containers cpu
  data drop emptyDir envFrom failureThreshold fsGroup host hosts http httpGet image kind labelSelector labels limits
  livenessProbe matchLabels maxSkew maxSurge maxUnavailable memory metadata minAvailable mountPath name number path
  pathType paths periodSeconds port ports readOnlyRootFilesystem readinessProbe replicas requests resources
  rollingUpdate rules runAsGroup runAsNonRoot runAsUser seccompProfile secretName secretRef securityContext selector
  service spec startupProbe strategy targetPort template terminationGracePeriodSeconds tls topologyKey
  topologySpreadConstraints type volumeMounts volumes whenUnsatisfiable`.split(/\s+/),
)

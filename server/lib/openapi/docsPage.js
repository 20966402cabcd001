/**
 * Starts the page at /api/docs, in the browser. swagger-ui resolves the references of the whole description before it shows its first line,
 * and again for each call that is opened: seconds of work each time. It is given only what it asks for and what that refers to.
 */
/* global SwaggerUIBundle */
const references = /"#\/components\/(\w+)\/([^"]+)"/g

function partOf(description, path) {
  const { paths, components, ...rest } = description
  const needed = { securitySchemes: components.securitySchemes }
  const take = part => {
    for (const [, kind, name] of JSON.stringify(part ?? null).matchAll(references)) {
      if (needed[kind]?.[name]) continue
      needed[kind] = { ...needed[kind], [name]: components[kind][name] }
      take(components[kind][name])
    }
  }
  const call = path[0] === 'paths' ? { [path[1]]: paths[path[1]] } : {}
  take(call)
  return { ...rest, components: needed, paths: call }
}

const resolvesLess = ({ fn: { resolveSubtree } }) => ({
  fn: { resolveSubtree: (description, path, options) => resolveSubtree(partOf(description, path), path, options) },
})

fetch('/api/openapi.json')
  .then(answer => answer.json())
  .then(spec =>
    SwaggerUIBundle({
      spec,
      dom_id: '#swagger-ui',
      plugins: [resolvesLess],
      deepLinking: true,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      persistAuthorization: false,
    }),
  )

import fastifyCompress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import type { CDPSession } from 'playwright-core'
import type { BrowserSite } from '#/bench/site.ts'

/** Slows a page down to 1.6 Mbit/s, 150 ms of latency and a quarter of the CPU speed. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Serves the files that `vite build` made of shadcn-admin 2.2.1, compressed and cached as in production. */
export async function startPeer(dir: string): Promise<BrowserSite> {
  const server = fastify()
  await server.register(fastifyCompress, { encodings: ['br'] })
  await server.register(fastifyStatic, { root: dir, maxAge: '1y', immutable: true })
  server.setNotFoundHandler((_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false }))
  const base = await server.listen({ port: 0, host: '127.0.0.1' })
  const row = 'table tbody tr'
  const chartSelector = '[data-slot=card] .recharts-surface, .recharts-bar-rectangle'
  return {
    base,
    signIn: async (page) => {
      await page.goto(`${base}/sign-in`)
      await page.locator('input[name=email]').fill('a@example.com')
      await page.locator('input[name=password]').fill('password1')
      await page.locator("button:has-text('Sign in')").first().click()
      await page.locator('[data-sidebar=sidebar]').first().waitFor()
    },
    cold: {
      login: { path: '/sign-in', usable: 'input[name=email]' },
      dashboard: { path: '/', usable: chartSelector },
      list: { path: '/users', usable: row },
    },
    there: { link: "a[href='/users']", usable: row },
    back: { link: "[data-sidebar=menu] a[href='/']", usable: chartSelector },
    dialog: { path: '/users', ready: row, button: "button:has-text('Add User')", field: 'input[name=firstName]' },
    close: () => server.close(),
  }
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { localCertificate } from '#/server/lib/local-certificate-testing.ts'
import { machineNow } from '#/server/tests/day.ts'
import { tlsProblems } from '#/tools/tls.ts'

describe('TLS check from outside', () => {
  const certificate = localCertificate()
  const openServers: Server[] = []
  after(() => {
    for (const server of openServers) server.close()
  })

  const listenOnPort = async (server: Server): Promise<number> => {
    openServers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  /** Starts a proxy with these TLS options, and an http port with this listener. Returns the reported problems. */
  const problemsOf = async (options: ServerOptions, clear: RequestListener, { hsts = true, authority = certificate.cert } = {}) => {
    const secureServer = createSecureServer({ ...certificate, ...options }, (_request, answer) => {
      if (hsts) answer.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
      answer.end()
    })
    const port = await listenOnPort(secureServer)
    return tlsProblems({ url: new URL(`https://localhost:${port}`), authority, httpPort: await listenOnPort(createServer(clear)), now: machineNow() })
  }
  const soundListener: RequestListener = (request, answer) => {
    if (request.method === 'GET') answer.writeHead(308, { location: `https://localhost${request.url}` }).end()
    else answer.writeHead(403).end()
  }

  test('the check finds no problem in a site with TLS 1.2 and 1.3, HSTS and redirects', async () => {
    const modernCiphers = 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:TLS_AES_256_GCM_SHA384'
    assert.deepEqual(await problemsOf({ minVersion: 'TLSv1.2', ciphers: modernCiphers }, soundListener), [])
  })

  test('the check reports old protocols and weak suites', async () => {
    const problems = await problemsOf({ minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }, soundListener)
    assert.deepEqual(problems, ['TLS 1.0 or 1.1 is on', 'suites without forward secrecy or authenticated encryption are on'])
  })

  test('the check reports an untrusted certificate', async () => {
    const [problem] = await problemsOf({}, soundListener, { authority: localCertificate().cert })
    assert.match(problem ?? '', /^no trusted connection: /)
  })

  test('the check reports a certificate that ends within two weeks', async () => {
    const shortCertificate = localCertificate(2)
    const problems = await problemsOf({ ...shortCertificate, minVersion: 'TLSv1.3' }, soundListener, { authority: shortCertificate.cert })
    assert.equal(problems[0], 'days until the certificate ends: 1')
  })

  test('the check reports redirects to http, answers over http and a missing HSTS header', async () => {
    const redirectToHttps: RequestListener = (request, answer) => answer.writeHead(301, { location: `https://localhost${request.url}` }).end()
    const redirectProblems = await problemsOf({ minVersion: 'TLSv1.3' }, redirectToHttps, { hsts: false })
    assert.deepEqual(redirectProblems, ['no Strict-Transport-Security of a year', 'http://…/api/user/login answers 301 instead of a refusal'])
    const plainProblems = await problemsOf({ minVersion: 'TLSv1.3' }, (_request, answer) => answer.end())
    assert.deepEqual(plainProblems, ['http://…/login answers 200 instead of a redirect to https', 'http://…/api/user/login answers 200 instead of a refusal'])
  })
})

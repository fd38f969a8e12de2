import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { addressProblem, isPublicAddress, OutboundRefused, sendOutboundCall } from '#/server/lib/outbound.ts'

test('only addresses of the public internet count as public', () => {
  for (const address of ['1.1.1.1', '47.100.0.1', '172.32.0.1', '2400:3200::1', '::ffff:8.8.8.8']) assert.equal(isPublicAddress(address), true, address)
  const internalAddresses4 = [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '224.0.0.1',
    '255.255.255.255',
  ]
  const internalAddresses6 = [
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '2002:7f00:1::',
    '2001:db8::1',
  ]
  for (const address of [...internalAddresses4, ...internalAddresses6, '', 'bank.example']) assert.equal(isPublicAddress(address), false, address)
})

test('addresses are refused for bad form, for missing https and for internal networks', () => {
  for (const allowedAddress of ['https://pay.example.com', 'https://pay.example.com:8443/v1', 'https://47.100.0.1/x'])
    assert.equal(addressProblem(allowedAddress), null, allowedAddress)
  for (const malformedAddress of [
    '',
    'pay.example.com',
    'file:///etc/passwd',
    'ftp://a.example',
    'https://user:word@a.example',
    'https://a.example/#x',
    `https://a.example/${'x'.repeat(2000)}`,
  ])
    assert.equal(addressProblem(malformedAddress), 'form', malformedAddress)
  assert.equal(addressProblem('http://pay.example.com'), 'https')
  // Other spellings of internal addresses: decimal, octal, hexadecimal, short, IPv6, or a host name.
  for (const internalHost of [
    '127.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '169.254.169.254',
    'localhost',
    'db.internal',
  ])
    assert.equal(addressProblem(`https://${internalHost}/x`), 'internal', internalHost)
  assert.equal(addressProblem('https://10.1.2.3', ['10.1.0.0/16']), null)
  assert.equal(addressProblem('https://10.2.2.3', ['10.1.0.0/16']), 'internal')
  assert.equal(addressProblem('http://127.0.0.1:1', ['127.0.0.0/8']), null)
  assert.equal(addressProblem('http://8.8.8.8', ['127.0.0.0/8']), 'https')
})

describe('outbound calls', () => {
  let server: Server
  let serverUrl = ''
  const networks = ['127.0.0.0/8', '::1']
  const limits = { timeoutMs: 5000, maxBytes: 100, ownNetworks: networks }
  const requestedPaths: string[] = []
  before(async () => {
    server = createServer((request, reply) => {
      const path = request.url ?? ''
      requestedPaths.push(path)
      if (path === '/redirect') return reply.writeHead(302, { location: `${serverUrl}/elsewhere` }).end('gone')
      if (path === '/large') return reply.end('x'.repeat(101))
      if (path === '/cut') return reply.writeHead(200, { 'content-length': '50' }).write('half', () => request.socket.destroy())
      if (path === '/hang') return reply.writeHead(200).write('a')
      request.setEncoding('utf8')
      let receivedBody = ''
      request.on('data', (part: string) => (receivedBody += part))
      return request.on('end', () => reply.writeHead(201, { 'x-own': 'y' }).end(`${request.method} ${receivedBody}`))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  test('a call returns status, headers and body without following redirects', async () => {
    const { status, headers, body } = await sendOutboundCall({ ...limits, url: `${serverUrl}/x`, body: 'words' })
    assert.deepEqual([status, headers['x-own'], body.toString()], [201, 'y', 'POST words'])
    assert.equal((await sendOutboundCall({ ...limits, url: `${serverUrl}/redirect` })).status, 302)
    assert.ok(!requestedPaths.includes('/elsewhere'))
  })

  test('a call fails if its response is too long, truncated or late', async () => {
    await assert.rejects(sendOutboundCall({ ...limits, url: `${serverUrl}/large` }), /longer than 100 bytes/)
    await assert.rejects(sendOutboundCall({ ...limits, url: `${serverUrl}/cut` }))
    await assert.rejects(sendOutboundCall({ ...limits, url: `${serverUrl}/hang`, timeoutMs: 200 }), /aborted|ended early/)
  })

  test('a call to an internal address, or to a name that resolves to one, is refused', async () => {
    const hitsBefore = requestedPaths.length
    await assert.rejects(sendOutboundCall({ ...limits, url: `${serverUrl}/x`, ownNetworks: [] }), OutboundRefused)
    // A host name that resolves to this machine passes the format check but is refused on resolution.
    const port = new URL(serverUrl).port
    await assert.rejects(
      sendOutboundCall({ ...limits, url: `https://localhost:${port}/x`, ownNetworks: ['10.0.0.0/8'] }),
      /localhost leads to .* which is not called/,
    )
    assert.equal(requestedPaths.length, hitsBefore)
  })
})

import type { z } from 'zod'
import type { centres } from '#/api/organisations/centres.ts'
import type { einvoices } from '#/api/taxation/einvoices.ts'
import { demoPassword } from '#/demo/accounts.ts'
import type { TestServer } from '#/server/tests/testing.ts'

type ChannelAddition = z.input<typeof centres.addChannel.input>
type ChannelUpdate = z.input<typeof centres.setChannel.input>
type Centre = z.output<typeof centres.get.output>

/** Enters a person's login password, so that they may propose and decide changes for 15 minutes. */
export async function proveAs(server: TestServer, who: string): Promise<void> {
  await server.must(who, 'profile.prove', { password: demoPassword })
}

/** Approves every pending change as a second person. */
export async function approveChanges(server: TestServer, decider = 'operation'): Promise<void> {
  await proveAs(server, decider)
  const { rows } = await server.must(decider, 'changes.list', { isForMe: true, size: 100 })
  for (const { id } of rows) await server.must(decider, 'changes.decide', { changeId: id, isApproved: true })
}

/** Runs work as the platform with a fresh proof, and has another person approve its proposals. */
export async function withSecondPerson<T>(server: TestServer, work: () => Promise<T>): Promise<T> {
  await proveAs(server, 'platform')
  const result = await work()
  await approveChanges(server)
  return result
}

type IssuingChannel = z.input<typeof einvoices.set.input>

/** Sets the issuing channel of a centre as the platform, and has another person approve it. */
export async function setEinvoiceChannel(server: TestServer, input: IssuingChannel): Promise<void> {
  await proveAs(server, 'platform')
  await server.must('platform', 'einvoices.set', { why: '测试通道', ...input })
  await approveChanges(server)
}

/** Adds a channel as the platform, has another person approve it, and returns the centre. */
export async function addChannel(server: TestServer, input: ChannelAddition): Promise<Centre> {
  await proveAs(server, 'platform')
  await server.must('platform', 'centres.addChannel', { why: '测试通道', ...input })
  await approveChanges(server)
  return server.must('platform', 'centres.get', { id: input.centreId })
}

/** Changes a channel as the platform, has another person approve the guarded fields, and returns the centre. */
export async function setChannel(server: TestServer, input: ChannelUpdate): Promise<Centre> {
  await proveAs(server, 'platform')
  const { id } = await server.must('platform', 'centres.setChannel', { why: '测试调整', ...input })
  await approveChanges(server)
  return server.must('platform', 'centres.get', { id })
}

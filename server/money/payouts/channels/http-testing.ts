import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A merchant of the simulated bank, with its keys. */
export interface SimulatedMerchant {
  readonly merchantNo: string
  readonly payerAccount: string
  readonly algorithm: 'RSA-SHA256' | 'HMAC-SHA256'
  readonly merchantKey: string
  readonly bankKey: string
  readonly bankOpen: string
}

/** An order in the simulated bank's own records. */
export interface BankOrder {
  readonly merchantNo: string
  readonly requestNo: string
  readonly recipe: string
  readonly amount: number
  readonly cardNo: string
  readonly status: string
  readonly paid: number
  readonly executed: number
  readonly placed: number
  readonly [field: string]: unknown
}

/** The simulated bank, running as a separate process. */
export interface SimulatedBank {
  readonly address: string
  merchant(merchantNo: string): Promise<SimulatedMerchant>
  book(): Promise<BankOrder[]>
  tell(instruction: object): Promise<void>
  stop(): Promise<void>
}

const simulatorPath = fileURLToPath(import.meta.resolve('#/tools/bank-simulator/main.ts'))

export async function startBank(): Promise<SimulatedBank> {
  const child: ChildProcess = spawn(process.execPath, [simulatorPath, '--port', '0', '--quiet'], { stdio: ['ignore', 'pipe', 'inherit'] })
  assert.ok(child.stdout)
  const exit = once(child, 'exit').then(([code]) => assert.fail(`the simulated bank ended with ${code}`))
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), exit])) as [string]
  const { address } = JSON.parse(line) as { address: string }
  const get = async (what: string): Promise<unknown> => (await fetch(`${address}/control/${what}`)).json()
  return {
    address,
    merchant: async (merchantNo) => {
      const merchants = (await get('merchants')) as SimulatedMerchant[]
      return merchants.find((each) => each.merchantNo === merchantNo) ?? assert.fail(merchantNo)
    },
    book: async () => (await get('book')) as BankOrder[],
    tell: async (wish) => {
      const answer = await fetch(`${address}/control`, { method: 'POST', body: JSON.stringify(wish) })
      assert.equal(answer.status, 200)
    },
    stop: async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export function settingsFor(bank: SimulatedBank, merchant: SimulatedMerchant): Record<string, string> {
  return {
    address: `${bank.address}/v1`,
    merchantNo: merchant.merchantNo,
    payerAccount: merchant.payerAccount,
    algorithm: merchant.algorithm,
    ownKey: merchant.merchantKey,
    theirKey: merchant.algorithm === 'RSA-SHA256' ? merchant.bankOpen : '',
    timeoutSeconds: '1',
    perSecond: '100',
  }
}
